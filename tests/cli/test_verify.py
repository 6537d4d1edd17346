"""`cite verify` and `cite locate` on real files."""

import json

from made_pdfs import lines, made


def test_words_are_located_in_a_file_and_nothing_is_kept(here, cite):
    (here / "law.pdf").write_bytes(made(lines(["First."]), lines(["Records are kept ten years."])))

    shown = cite("locate", "kept ten years", "law.pdf")

    assert "exact, page 2" in shown.stdout
    assert sorted(path.name for path in here.iterdir()) == ["S1-page-2.png", "law.pdf"]


def test_words_that_differ_show_the_nearest_and_are_bad(here, cite):
    (here / "law.md").write_text("Records are kept for ten years without any change.")

    shown = cite("locate", "Records are kept for six years without any change.", "law.md", code=1)

    assert "near" in shown.stdout
    assert "ten years" in shown.stdout


def test_a_file_that_cannot_be_read_says_why(here, cite):
    (here / "noise.bin").write_bytes(b"\x00\x01\x02\xff" * 50)

    assert "no reader" in cite("locate", "words", "noise.bin", code=2).stderr.lower()


def test_a_citation_is_checked_again_by_its_number(law, cite, cite_json):
    cite("claim", "Ten years.", "--source", "S1", "--quote", "ten years")

    [result] = cite_json("verify", "1")

    assert result["citation_id"] == 1
    assert "1 citation checked." in cite("verify", "--all").output


def test_a_failed_citation_is_bad_and_nothing_pending_has_its_own_code(law, cite):
    cite("claim", "Two years.", "--source", "S1", "--quote", "two whole years", code=1)

    cite("verify", "--pending", code=5)
    cite("verify", "--status", "failed", code=1)
    cite("verify", "--pending", "--all", code=2)
    cite("verify", code=2)
    assert json.loads(cite("verify", "--all", "--json", code=1).stdout)
