"""Settings: one table of variables, and bad values refused by name."""

from dataclasses import fields

import pytest

from citation_engine import settings as module
from citation_engine.errors import InvalidSetting
from citation_engine.settings import Settings, cache_folder, key_folder, variable_of

NUMBERS = [item.name for item in fields(Settings) if type(item.default) is int]


def test_every_setting_has_a_variable_and_every_variable_a_setting():
    assert list(module._VARIABLES) == [item.name for item in fields(Settings)]
    assert len(set(module._VARIABLES.values())) == len(module._VARIABLES)
    others = [name for name in module._VARIABLES.values() if not name.startswith("CITATION_")]
    # The name every client of such servers reads.
    assert others == ["OPENAI_API_KEY"]


def test_the_key_of_the_language_model_is_not_shown_with_the_settings():
    settings = Settings.from_env({"OPENAI_API_KEY": "sk-secret"})

    assert settings.llm_api_key == "sk-secret"
    assert "sk-secret" not in f"{settings!r} {settings}"


def test_an_empty_environment_gives_the_defaults():
    assert Settings.from_env({}) == Settings()


@pytest.mark.parametrize("setting", NUMBERS)
def test_a_number_is_read_from_its_variable(setting):
    settings = Settings.from_env({variable_of(setting): "12"})

    assert getattr(settings, setting) == 12


@pytest.mark.parametrize("setting", NUMBERS)
@pytest.mark.parametrize("value", ["many", "0", "-3", "1.5", "1e3", "9" * 5000])
def test_a_bad_number_is_refused_with_the_variables_name(setting, value):
    with pytest.raises(InvalidSetting) as caught:
        Settings.from_env({variable_of(setting): value})

    assert variable_of(setting) in caught.value.message
    assert variable_of(setting) in caught.value.fix


@pytest.mark.parametrize("value", [0, -1, "12", None, True, 1.5])
def test_a_bad_number_in_code_is_refused_too(value):
    with pytest.raises(InvalidSetting, match="CITATION_MAX_CLAIM"):
        Settings(max_claim=value)


@pytest.mark.parametrize("level", ["none", "low", "medium", "high"])
def test_the_four_levels_of_reasoning_are_known(level):
    settings = Settings.from_env({"CITATION_REASONING_REQUIRED": level})

    assert settings.reasoning_required == level


def test_another_level_of_reasoning_is_refused_with_a_list():
    with pytest.raises(InvalidSetting, match="none, low, medium, high"):
        Settings.from_env({"CITATION_REASONING_REQUIRED": "sometimes"})


def test_an_argument_wins_over_the_environment_and_none_is_no_argument():
    environ = {"CITATION_PROJECT": "gobd", "CITATION_SESSION": "review"}

    settings = Settings.from_env(environ, project="slr", session=None)

    assert (settings.project, settings.session) == ("slr", "review")


def test_an_empty_variable_counts_as_unset():
    assert Settings.from_env({"CITATION_PROJECT": "", "CITATION_MAX_CLAIM": ""}) == Settings()


def test_the_environment_of_the_process_is_the_default(monkeypatch):
    monkeypatch.setenv("CITATION_SESSION", "from-outside")

    assert Settings.from_env().session == "from-outside"


def test_keys_live_in_the_folder_that_was_set_else_in_the_users_own(tmp_path):
    chosen = key_folder(Settings(key_folder=str(tmp_path)))

    assert chosen == tmp_path
    assert key_folder(Settings()).name == "keys"


def test_indexes_live_in_the_users_cache_unless_another_folder_is_set(tmp_path):
    settings = Settings(cache_folder=str(tmp_path))
    assert cache_folder(settings, "indexes") == tmp_path / "indexes"
    assert cache_folder(Settings(), "indexes").parts[-2:] == ("citation-engine", "indexes")
