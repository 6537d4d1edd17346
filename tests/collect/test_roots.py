"""Files are read on somebody else's word only below the folders that an operator opened."""

import os

import pytest

from citation_engine import Settings
from citation_engine.collect.files import allowed_roots, check_root, is_below
from citation_engine.errors import AccessDenied


def test_several_folders_are_named_as_in_path(tmp_path):
    named = os.pathsep.join([str(tmp_path / "a"), str(tmp_path / "b"), ""])

    assert allowed_roots(Settings(file_roots=named)) == [tmp_path / "a", tmp_path / "b"]
    assert allowed_roots(Settings()) == []


@pytest.mark.parametrize(
    "path", ["../x.md", "a/../../x.md", "/etc/passwd", "link.md", "linked/x.md", "../rootless/x.md"]
)
def test_a_path_that_leads_outside_is_refused(tmp_path, monkeypatch, path):
    root, outside = tmp_path / "root", tmp_path / "rootless"
    root.mkdir()
    outside.mkdir()
    (outside / "x.md").write_text("x")
    (root / "link.md").symlink_to(outside / "x.md")
    (root / "linked").symlink_to(outside)
    monkeypatch.chdir(root)

    assert not is_below(root / path, [root])
    with pytest.raises(AccessDenied, match="not below a folder"):
        check_root(root / path, [root])


@pytest.mark.parametrize("path", ["x.md", "a/x.md", "a/../x.md", "new.md"])
def test_a_path_inside_is_given_with_its_links_followed(tmp_path, path):
    assert check_root(tmp_path / path, [tmp_path]) == (tmp_path / path).resolve()


def test_links_in_a_circle_are_outside(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")

    assert not is_below(tmp_path / "a" / "x", [tmp_path / "elsewhere"])
