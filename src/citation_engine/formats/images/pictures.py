"""Opens pictures within limits: what would unpack to more than it should is not unpacked."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

from citation_engine.display import one_line
from citation_engine.errors import MissingExtra, SourceUnreadable

# Pixels of a picture as it is stored; more is a mistake, or made to do harm.
MOST_PIXELS = 100_000_000
MOST_PIXELS_A_SIDE = 4_000
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "TIFF", "BMP")
# Dots an inch that a picture has where it states none that can be.
_USUAL = 96.0
_FEWEST, _MOST = 50.0, 2_400.0


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
        raise SourceUnreadable(
            f"{file_name} is not a picture that can be opened: {one_line(str(error))}.",
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
