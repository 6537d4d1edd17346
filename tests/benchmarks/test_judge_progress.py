from judge_progress import Kept, watched


def test_what_was_kept_is_known_in_the_next_run(tmp_path):
    kept = Kept(tmp_path / "cache", "scores", 2)
    kept.keep("a premise", "a claim", (0.1, -1e-17))
    again = Kept(tmp_path / "cache", "scores", 2)

    assert again.known("a premise", "a claim") == (0.1, -1e-17)
    assert again.known("a premis", "ea claim") is None


def test_a_line_cut_off_in_the_middle_is_forgotten_and_nothing_else(tmp_path):
    kept = Kept(tmp_path, "scores", 1)
    kept.keep("a", "b", [1.5])
    kept.keep("c", "d", [2.5])
    path = tmp_path / "scores.tsv"
    path.write_bytes(path.read_bytes()[:-3])
    again = Kept(tmp_path, "scores", 1)
    again.keep("e", "f", [3.5])
    last = Kept(tmp_path, "scores", 1)

    assert last.known("a", "b") == (1.5,)
    assert last.known("c", "d") is None
    assert last.known("e", "f") == (3.5,)


def test_without_a_folder_figures_are_kept_for_the_run():
    kept = Kept(None, "scores", 1)
    kept.keep("a", "\ud800", [1.0])

    assert kept.known("a", "\ud800") == (1.0,)


def test_watching_changes_nothing(capsys):
    assert list(watched(range(5), "rows")) == [0, 1, 2, 3, 4]
    assert capsys.readouterr().err == ""
