"""The order in which words found in a picture are read."""

from citation_engine.formats.image import PictureWords, reading_order


def words(
    text: str, left: float, top: float, width: float = 300, height: float = 20
) -> PictureWords:
    step = width / len(text)
    edges = tuple((left + n * step, left + (n + 1) * step) for n in range(len(text)))
    return PictureWords(left, top, left + width, top + height, text, edges)


def order(*found: PictureWords) -> list[str]:
    return [" ".join(one.text for one in row) for row in reading_order(found)]


def column(name: str, left: float, lines: int = 6, top: float = 100) -> list[PictureWords]:
    return [words(f"{name}{n}", left, top + 30 * n) for n in range(lines)]


def test_lines_go_from_the_top_to_the_bottom():
    assert order(words("b", 10, 200), words("a", 10, 100)) == ["a", "b"]


def test_boxes_beside_one_another_are_one_line():
    assert order(words("two", 400, 103), words("one", 10, 100), words("next", 10, 130)) == [
        *("one two", "next"),
    ]


def test_columns_are_read_one_after_the_other():
    left, right = column("l", 10), column("r", 400)

    assert order(*right, *left) == [one.text for one in [*left, *right]]


def test_a_heading_over_both_columns_comes_first_and_a_footer_last():
    left, right = column("l", 10), column("r", 400)
    wide = words("heading", 10, 40, 690), words("footer", 10, 400, 690)

    assert order(*right, *wide, *left) == [
        "heading",
        *(one.text for one in [*left, *right]),
        "footer",
    ]


def test_a_table_is_read_row_by_row():
    cells = [
        words(f"{row}{name}", left, 100 + 30 * row, 60)
        for row in range(5)
        for name, left in (("a", 10), ("b", 200), ("c", 400))
    ]

    assert order(*cells)[:2] == ["0a 0b 0c", "1a 1b 1c"]


def test_a_picture_without_words_has_no_lines():
    assert reading_order([]) == []
