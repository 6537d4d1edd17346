"""
Reads the words off pictures with RapidOCR (extra `ocr`), and where each character stands.

Pictures are opened within limits: what would unpack to more than it should is not unpacked. The
words found are put into reading order, columns and then lines; a column is told from a table by
its width, since prose has long lines on both sides of the gap. Positions in a picture are in
pixels from the top left.
"""

import os
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from citation_engine.display import one_line
from citation_engine.errors import MissingExtra, SourceUnreadable
from citation_engine.formats.paged import GlyphRun, PlacedPage
from citation_engine.formats.plain import clean_source_text

# Pixels of a picture as it is stored; more is a mistake, or made to do harm.
MOST_PIXELS = 100_000_000
MOST_PIXELS_A_SIDE = 4_000
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "TIFF", "BMP")
# Dots an inch that a picture has where it states none that can be.
_USUAL = 96.0
_FEWEST, _MOST = 50.0, 2_400.0
# The gap between columns, and the least width of one, in heights of a line.
_GAP = 0.8
_LEAST_WIDTH = 8.0
_LEAST_LINES = 3
# How much of the lower of two boxes must lie beside the other to be on the same line.
_SAME_LINE = 0.5
# Beyond this many rows, columns below a heading are not looked for.
_MOST_ROWS = 200
# The longer side of a picture as it is searched for words; letters are read off the whole one.
_SEARCHED = 1_600
_THREADS = 4
# Below this, what was read is as likely as not no text at all.
_LEAST_SCORE = 0.5
# Lines whose height differs by less count as of one size: the boxes are not exact.
_SAME_SIZE = 1.4
_TALL = 1.5
# How far a pixel must be from the paper, in parts of the contrast, to be a letter's.
_INK = 0.4


class Picture(NamedTuple):
    """A picture: its pixels as rows of red, green and blue, and its size in points."""

    pixels: Any
    width: float
    height: float


def pictures_of(data: bytes, file_name: str, most: int) -> Iterator[Picture]:
    """
    The pictures in a file as they are looked at: one, or the pages of a TIFF file.

    Of a moving picture the first is taken. Raises `SourceUnreadable`.
    """
    image_module = _library("PIL.Image")
    try:
        import io

        # Its own limit only warns; ours is checked before anything is unpacked.
        image_module.MAX_IMAGE_PIXELS = None
        with image_module.open(io.BytesIO(data), formats=_FORMATS) as image:
            frames = getattr(image, "n_frames", 1) if image.format == "TIFF" else 1
            if frames > most:
                raise SourceUnreadable(
                    f"{file_name} has {frames:,} pages; at most {most:,} are read.",
                    fix="Split it into smaller files and add those.",
                )
            for number in range(frames):
                if number:
                    image.seek(number)
                yield _picture(image, file_name)
    except (OSError, ValueError, SyntaxError, EOFError, TypeError, KeyError) as error:
        said = one_line(str(error).partition(" <")[0])
        raise SourceUnreadable(
            f"{file_name} is not a picture that can be opened: {said}.",
            fix="Open it in a picture viewer, save it anew and add that.",
        ) from error


def _picture(image: Any, file_name: str) -> Picture:
    width, height = image.size
    if width * height > MOST_PIXELS:
        raise SourceUnreadable(
            f"{file_name} has {width:,} × {height:,} pixels; at most {MOST_PIXELS:,} are read.",
            fix="Save it smaller and add that.",
        )
    resolution = _resolution(image)
    longest = max(width, height)
    if longest > MOST_PIXELS_A_SIDE:
        image.draft("RGB", (MOST_PIXELS_A_SIDE, MOST_PIXELS_A_SIDE))
    shown = _library("PIL.ImageOps").exif_transpose(image)
    if (shown.size[0] > shown.size[1]) != (width > height):
        width, height = height, width
    shown = _on_white(shown)
    shown.thumbnail((MOST_PIXELS_A_SIDE, MOST_PIXELS_A_SIDE))
    pixels = _library("numpy").asarray(shown)
    return Picture(pixels, width * 72 / resolution, height * 72 / resolution)


def _on_white(image: Any) -> Any:
    """Without transparency: what can be seen through is paper."""
    if "transparency" not in image.info and image.mode not in ("RGBA", "LA", "PA", "RGBa", "La"):
        return image.convert("RGB")
    opaque = _library("PIL.Image").new("RGB", image.size, (255, 255, 255))
    visible = image.convert("RGBA")
    opaque.paste(visible, mask=visible.getchannel("A"))
    return opaque


def _resolution(image: Any) -> float:
    try:
        across = float(image.info.get("dpi", (_USUAL,))[0])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        return _USUAL
    return across if _FEWEST <= across <= _MOST else _USUAL


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtra("Reading words off pictures", "ocr") from None


class PictureWords(NamedTuple):
    """Words found together: their box, and where each character begins and ends along them."""

    left: float
    top: float
    right: float
    bottom: float
    text: str
    edges: tuple[tuple[float, float], ...]
    score: float = 1.0
    # The line runs down the picture or up; edges are then counted from the top.
    upright: bool = False

    @property
    def height(self) -> float:
        """The height of the letters, about."""
        return self.right - self.left if self.upright else self.bottom - self.top


Row = list[PictureWords]


def reading_order(pieces: Sequence[PictureWords]) -> list[Row]:
    """Return the lines in the order in which a person reads them, each from left to right."""
    if not pieces:
        return []
    height = median(words.height for words in pieces)
    return list(_ordered(list(pieces), height))


def _ordered(pieces: Row, height: float) -> Iterator[Row]:
    if gap := _column_gap(pieces, height):
        yield from _ordered([words for words in pieces if words.right <= gap], height)
        yield from _ordered([words for words in pieces if words.right > gap], height)
        return
    rows = _rows(pieces)
    if columns := _rows_in_columns(rows, height):
        first, last = columns
        yield from rows[:first]
        yield from _ordered([words for row in rows[first:last] for words in row], height)
        yield from _ordered([words for row in rows[last:] for words in row], height)
        return
    yield from rows


def _rows(pieces: Row) -> list[Row]:
    """Boxes beside one another as one line, from the top to the bottom."""
    rows: list[Row] = []
    for words in sorted(pieces, key=lambda words: (words.top + words.bottom) / 2):
        if rows and _beside(rows[-1][-1], words):
            rows[-1].append(words)
        else:
            rows.append([words])
    return [sorted(row, key=lambda words: words.left) for row in rows]


def _beside(words: PictureWords, other: PictureWords) -> bool:
    shared = min(words.bottom, other.bottom) - max(words.top, other.top)
    lower = min(words.bottom - words.top, other.bottom - other.top)
    return not words.upright and not other.upright and shared > _SAME_LINE * lower


def _column_gap(pieces: Row, height: float) -> float | None:
    """Where a gap runs from the top to the bottom with prose on both sides, or None."""
    reach = None
    for words in sorted(pieces, key=lambda words: words.left):
        if reach is not None and words.left - reach >= _GAP * height:
            sides = (
                [piece for piece in pieces if piece.right <= reach],
                [piece for piece in pieces if piece.left >= words.left],
            )
            if all(_is_prose(side, height) for side in sides):
                return reach
        reach = words.right if reach is None else max(reach, words.right)
    return None


def _is_prose(side: Row, height: float) -> bool:
    rows = _rows(side)
    widths = [row[-1].right - row[0].left for row in rows]
    return len(rows) >= _LEAST_LINES and median(widths) >= _LEAST_WIDTH * height


def _rows_in_columns(rows: list[Row], height: float) -> tuple[int, int] | None:
    """The longest stretch of rows that stands in columns, where the whole does not."""
    count = len(rows)
    if count > _MOST_ROWS:
        return None
    for length in range(count - 1, _LEAST_LINES - 1, -1):
        for first in range(count - length + 1):
            stretch = [words for row in rows[first : first + length] for words in row]
            if _column_gap(stretch, height) is not None:
                return first, first + length
    return None


def is_installed() -> bool:
    """Whether pictures can be read here."""
    return find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None


def engine_version() -> str:
    """The version of RapidOCR, on which the words depend."""
    try:
        return version("rapidocr")
    except PackageNotFoundError:
        return "unknown"


@dataclass(slots=True)
class Recognition:
    """
    What was recognised of a file: on which pages, how surely, and what was too unsure to keep.

    Raises where the engine is not installed or does not fit in.
    """

    file_name: str
    pages: list[int] = field(default_factory=list)
    scores: list[tuple[float, int]] = field(default_factory=list)
    unsure_lines: int = 0

    def __post_init__(self) -> None:
        if not is_installed():
            raise MissingExtra(f"Reading words off pictures, as in {self.file_name},", "ocr")
        with _recognition(self.file_name):
            _engine()

    def remarks(self, most_listed: int = 200) -> dict[str, Any]:
        """What is said about it in the metadata."""
        length = sum(count for _, count in self.scores)
        surety = sum(score * count for score, count in self.scores) / length if length else 0.0
        remarks = {
            "engine": f"rapidocr {engine_version()}",
            "pages": self.pages[:most_listed],
            "confidence": round(surety, 3),
        }
        return {"ocr": remarks | ({"unsure_lines": self.unsure_lines} if self.unsure_lines else {})}

    def read(self, picture: Any, page: PlacedPage) -> None:
        """
        Add the words in a picture of a page to it.

        Args:
            picture: the page as it is looked at, an array of rows of pixels in RGB.
            page: an empty page with its size and rotation.

        """
        with _recognition(self.file_name):
            found = list(_found(picture))
        kept = [words for words in found if words.score >= _LEAST_SCORE]
        self.unsure_lines += len(found) - len(kept)
        self.pages.append(page.number)
        self.scores.extend((words.score, len(words.text)) for words in kept)
        place = _PixelPlace(page, picture.shape[1], picture.shape[0])
        usual = median([words.height for words in kept] or [0.0])
        for row in reading_order(kept):
            page.add_line(list(place.runs(row, usual)))


@contextmanager
def _recognition(file_name: str) -> Iterator[None]:
    """Libraries that meet the end of the memory fail in many ways, and few of them say so."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        said = one_line((str(error).strip().splitlines() or [""])[-1])
        raise SourceUnreadable(
            f"Text recognition failed on {file_name}: {type(error).__name__}: {said}.",
            fix="Allow more memory with CITATION_DOCUMENT_BYTES, or install the extra anew.",
        ) from error


@lru_cache(maxsize=1)
def _engine() -> Any:
    rapidocr = import_module("rapidocr")
    import_module("onnxruntime")
    cores = os.cpu_count() or 1
    return rapidocr.RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.max_side_len": MOST_PIXELS_A_SIDE,
            # Nothing is left out before we have counted it.
            "Global.text_score": 0.0,
            "Det.limit_type": "max",
            "Det.limit_side_len": _SEARCHED,
            # Line by line takes a third of the memory, and less time.
            "Rec.rec_batch_num": 1,
            # Other files are read beside it, and threads that wait for each other cost time.
            "EngineConfig.onnxruntime.intra_op_num_threads": max(1, min(_THREADS, cores // 2)),
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


def _found(picture: Any) -> Iterator[PictureWords]:
    """The words in a picture, in any order."""
    # The engine takes pixels as OpenCV has them: blue first.
    pixels = picture[:, :, ::-1]
    try:
        result = _engine()(pixels, return_word_box=True, return_single_char_box=True)
    except IndexError:
        # It cannot say where the characters of a line without any stand, and stumbles over it.
        result = _engine()(pixels, return_word_box=False)
    if result.boxes is None or not result.txts:
        return
    single = result.word_results or ()
    exact = single if len(single) == len(result.txts) else [()] * len(result.txts)
    for box, text, score, characters in zip(
        result.boxes, result.txts, result.scores, exact, strict=True
    ):
        around = _tight(picture, box)
        words = _words(around, clean_source_text(" ".join(text.split())), float(score), characters)
        if words:
            yield words


def _tight(picture: Any, box: Any) -> tuple[float, float, float, float]:
    """The box of the letters themselves: the one in which they were looked for is larger."""
    height, width = picture.shape[:2]
    left, top = (max(0, int(min(point[axis] for point in box))) for axis in (0, 1))
    right = min(width, int(max(point[0] for point in box)) + 1)
    bottom = min(height, int(max(point[1] for point in box)) + 1)
    lightness = picture[top:bottom, left:right].mean(axis=2)
    if not lightness.size:
        return left, top, right, bottom
    darkest, lightest = lightness.min(), lightness.max()
    paper = darkest if lightness.mean() < (darkest + lightest) / 2 else lightest
    ink = abs(lightness - paper) > _INK * (lightest - darkest)
    upright = bottom - top > right - left
    lines = ink.T if upright else ink
    first, last = _inner(lines.any(axis=1))
    along = lines[first:last].any(axis=0).nonzero()[0]
    begin, end = (along[0], along[-1] + 1) if along.size else (0, lines.shape[1])
    if upright:
        return left + first, top + begin, left + last, top + end
    return left + begin, top + first, left + end, top + last


def _inner(inked: Any) -> tuple[int, int]:
    """The rows with ink in the middle, without what reaches in from the lines beside it."""
    count = len(inked)
    rows = [n for n in range(count // 4, count - count // 4) if inked[n]]
    if not rows:
        return 0, count
    first, last = rows[0], rows[-1]
    while first > 0 and inked[first - 1]:
        first -= 1
    while last + 1 < count and inked[last + 1]:
        last += 1
    return first, last + 1


def _words(
    box: tuple[float, float, float, float], text: str, score: float, characters: Any
) -> PictureWords | None:
    left, top, right, bottom = map(float, box)
    if not text or right <= left or bottom <= top:
        return None
    upright = bottom - top > _TALL * (right - left) and len(text) > 1
    start, end = (top, bottom) if upright else (left, right)
    edges = _edges(text, characters, start, end, axis=1 if upright else 0)
    return PictureWords(left, top, right, bottom, text, edges, score, upright)


def _edges(
    text: str, characters: Any, start: float, end: float, axis: int
) -> tuple[tuple[float, float], ...]:
    """Where each character begins and ends; spaces reach from one to the next."""
    letters = [sign for sign in text if not sign.isspace()]
    boxes = [box for box in characters if isinstance(box[0], str) and box[0].strip()]
    if [box[0] for box in boxes] != letters:
        width = (end - start) / len(text)
        return tuple((start + n * width, start + (n + 1) * width) for n in range(len(text)))
    spans = iter(_spread([_span(box[2], axis) for box in boxes], start, end))
    placed = [None if sign.isspace() else next(spans) for sign in text]
    return tuple(_filled(placed, start, end))


def _span(box: Any, axis: int) -> tuple[float, float]:
    return float(min(p[axis] for p in box)), float(max(p[axis] for p in box))


def _spread(
    spans: list[tuple[float, float]], start: float, end: float
) -> list[tuple[float, float]]:
    """Spans in rising order that meet in the middle where they overlap; the ends are the box's."""
    middles = [(first + last) / 2 for first, last in spans]
    backward = middles[0] > middles[-1]
    if backward:
        middles = [start + end - middle for middle in middles]
        spans = [(start + end - last, start + end - first) for first, last in spans]
    borders = [start, *((a + b) / 2 for a, b in pairwise(middles)), end]
    apart = [
        (min(max(first, before), end), max(min(last, after), start))
        for (first, last), (before, after) in zip(spans, pairwise(borders), strict=True)
    ]
    apart[0], apart[-1] = (start, apart[0][1]), (apart[-1][0], end)
    return [(start + end - b, start + end - a) for a, b in apart] if backward else apart


def _filled(
    placed: list[tuple[float, float] | None], start: float, end: float
) -> Iterator[tuple[float, float]]:
    for number, span in enumerate(placed):
        if span is not None:
            yield span
            continue
        before = next((span for span in reversed(placed[:number]) if span), (start, start))
        after = next((span for span in placed[number + 1 :] if span), (end, end))
        yield min(before[1], after[0]), max(before[1], after[0])


@dataclass(frozen=True, slots=True)
class _PixelPlace:
    """The way from a pixel of the page as it is looked at to a point of the unrotated page."""

    page: PlacedPage
    width: int
    height: int

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The point on the page, from its bottom left."""
        across, along = self.page.width, self.page.height
        turned = self.page.rotation in (90, 270)
        right = x / self.width * (along if turned else across)
        down = y / self.height * (across if turned else along)
        return {
            0: (right, along - down),
            90: (down, right),
            180: (across - right, down),
            270: (across - down, along - right),
        }[self.page.rotation]

    def runs(self, row: Row, usual: float) -> Iterator[GlyphRun]:
        """The runs of one line, with a space between boxes."""
        for words, following in pairwise([*row, None]):
            assert words is not None
            gap = (words.right, following.left) if following and not words.upright else None
            yield self._run(words, gap, usual)

    def _run(self, words: PictureWords, gap: tuple[float, float] | None, usual: float) -> GlyphRun:
        edges = [*words.edges, (min(gap), max(gap))] if gap else list(words.edges)
        corners = [
            self._corners(
                (first, words.top, last, words.bottom)
                if not words.upright
                else (words.left, first, words.right, last)
            )
            for first, last in edges
        ]
        upward = words.upright is not (self.page.rotation in (90, 270))
        along, across = (1, 0) if upward else (0, 1)
        whole = self._corners((words.left, words.top, words.right, words.bottom))
        unit = (whole[2 + across] - whole[across]) / (words.height or 1.0)
        alike = usual and usual / _SAME_SIZE < words.height < usual * _SAME_SIZE
        return GlyphRun(
            words.text + (" " if gap else ""),
            array("f", (corner[along] for corner in corners)),
            array("f", (corner[2 + along] for corner in corners)),
            whole[across],
            whole[2 + across],
            upward,
            (usual if alike else words.height) * unit,
            True,
        )

    def _corners(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        corner, other = self.point(box[0], box[1]), self.point(box[2], box[3])
        return (
            min(corner[0], other[0]),
            min(corner[1], other[1]),
            max(corner[0], other[0]),
            max(corner[1], other[1]),
        )
