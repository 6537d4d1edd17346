"""The words a model is asked with: bounded, versioned, and their hash fixed."""

from citation_engine.verify.judges import prompts

# When this fails, the words have changed: raise PROMPT_VERSION and write the new hash here.
KNOWN = {"2": "9a8b8edb16f8438c6a32baa8a03aad271c00bfec037a9065f6b8aeef412222b0"}


def test_changed_words_have_a_new_version():
    assert prompts.prompt_hash() == KNOWN[prompts.PROMPT_VERSION]


def test_every_part_of_the_answer_is_bounded():
    def check(schema):
        kind = schema["type"]
        if kind == "object":
            assert schema["additionalProperties"] is False
            assert sorted(schema["required"]) == sorted(schema["properties"])
            for part in schema["properties"].values():
                check(part)
        elif kind == "array":
            assert schema["minItems"] == schema["maxItems"] == 3
            check(schema["items"])
        else:
            assert "enum" in schema or schema["maxLength"] <= 1_000

    check(prompts.schema_for(["a", "b", "c"]))


def test_a_model_is_told_every_verdict_it_may_give_and_no_other():
    offered = prompts.schema_for(["1"])["properties"]["verdicts"]["items"]["properties"]["verdict"]

    assert offered["enum"] == [one.value for one in prompts.VERDICTS]
    assert all(f"- {one.value}:" in prompts.SYSTEM for one in prompts.VERDICTS)
    assert not {"unreachable", "not_judged"} & set(offered["enum"])
