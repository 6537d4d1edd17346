"""
Whether a reader can see what an element holds, as far as its own markup says.

Only the element's name, its attributes and its inline style count: style sheets are not read,
so what a class hides is taken as seen. `aria-hidden` hides nothing from the eye. What a reader
can unfold (`details`, `hidden="until-found"`) is seen.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

SEEN = 0
# Never text for a reader, such as a script; and text that is kept from readers.
UNSHOWN, GONE = 1, 2
LASTING = UNSHOWN | GONE
# An element inside may undo these for itself.
INVISIBLE, SIZELESS, COLOURLESS = 4, 8, 16

_NEVER_SHOWN = frozenset(
    """
    head title script style template noscript meta link base basefont datalist noembed noframes
    param rp area iframe object embed video audio canvas
    defs symbol desc metadata clippath mask annotation annotation-xml
    """.split()
)
# Browsers forget a declaration whose value they do not know.
_DISPLAYS = frozenset(
    """
    none block inline inline-block flex inline-flex grid inline-grid flow-root contents list-item
    table inline-table table-row table-cell table-caption table-row-group table-header-group
    table-footer-group table-column table-column-group ruby ruby-text initial inherit unset revert
    """.split()
)
_MOVING = (
    *("left", "right", "top", "bottom", "inset", "text-indent", "margin"),
    *("margin-left", "margin-right", "margin-top", "margin-bottom"),
)
_OFF_SCREEN = -999
_SMALLEST = 1.0
_LEAST_OPACITY = 0.01
_PIXELS = {"px": 1, "pt": 4 / 3, "pc": 16, "in": 96, "cm": 38, "mm": 3.8, "em": 16, "rem": 16}
_PIXELS |= {"ex": 8, "ch": 8, "%": 10, "vw": 10, "vh": 10, "vmin": 10, "vmax": 10}
_LENGTH = re.compile(r"([-+]?(?:\d++\.?\d*+|\.\d++)(?:e[-+]?\d{1,3})?)(%|[a-z]{0,4})")
_COMMENT = re.compile(r"/\*(?:.*?\*/|.*)", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.IGNORECASE | re.DOTALL)
_IMPORTANT = re.compile(r"\s*!\s*important$")
_NOTHING_LEFT = re.compile(r"(?:opacity|scale(?:3d|x|y)?)\( ?[-+]?0*+(?:\.0*+)?%? ?[,)]")
_TRANSLATE = re.compile(r"translate(?:3d|x|y)?\(([^)]*)")
_SHARE = re.compile(r"[-+\d.]+%")
_CLIPPED_AWAY = re.compile(r"inset\(\s*(?:[5-9]\d|100)(?:\.\d*)?%|circle\(\s*0|polygon\(\s*\)")
_FONT_OF_NOTHING = re.compile(r"(?:^| )[-+]?(?:0++(?:\.0*+)?|\.0++)(?:[a-z]{2,3}|%)?[ /]")
_CLEAR = re.compile(r"transparent|#[0-9a-f]{3}0|#[0-9a-f]{6}00")
_MIXED = re.compile(r"(?:rgb|hsl)a?\(([^()]*+)\)")
_PARTED = re.compile("[,/]")
_COLOUR_NAMES = {"white": "ffffff", "black": "000000"}
_RGB = re.compile(r"rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)")


def sight_of(tag: str, attributes: Mapping[str, str | None], around: int) -> int:
    """
    Return what hides the words in an element: a sum of the constants above, `SEEN` if nothing.

    Args:
        tag: the element's name.
        attributes: its attributes.
        around: what hides the words around it.

    """
    if around & LASTING:
        return around
    if tag in _NEVER_SHOWN:
        return UNSHOWN
    if tag == "dialog" and "open" not in attributes:
        return GONE
    if not attributes:
        return around
    if "popover" in attributes:
        return GONE
    if "hidden" in attributes and (attributes["hidden"] or "").lower() != "until-found":
        return GONE
    style = attributes.get("style")
    return _styled(style, around) if style else around


def stands_apart(style: str | None) -> bool:
    """Whether an inline style makes a block of an element."""
    display = _declared(style).get("display", "") if style else ""
    return not display.startswith(("inline", "contents", "none", "ruby")) and display in _DISPLAYS


@lru_cache(maxsize=4096)
def _styled(style: str, around: int) -> int:
    known = _declared(style)
    if _is_gone(known):
        return GONE
    sight = around
    visibility = known.get("visibility")
    if visibility in ("hidden", "collapse"):
        sight |= INVISIBLE
    elif visibility in ("visible", "initial"):
        sight &= ~INVISIBLE
    sight = _sized(known, sight)
    if _is_colourless(known):
        sight |= COLOURLESS
    elif known.get("color", "inherit") not in ("inherit", "unset", "currentcolor"):
        sight &= ~COLOURLESS
    return sight


def _is_gone(known: Mapping[str, str]) -> bool:
    return (
        known.get("display") == "none"
        or known.get("content-visibility") == "hidden"
        or _number(known.get("opacity"), 1.0) <= _LEAST_OPACITY
        or bool(_NOTHING_LEFT.search(known.get("filter", "") + known.get("transform", "")))
        or _is_off_screen(known)
        or _is_cut_off(known)
    )


def _is_off_screen(known: Mapping[str, str]) -> bool:
    pixels = [size for name in _MOVING for size in _sizes(known.get(name, ""))]
    moves = [*_TRANSLATE.findall(known.get("transform", "")), known.get("translate", "")]
    # A share in a move is one of the element's own width, which is not known.
    pixels += [size for move in moves for size in _sizes(_SHARE.sub("", move))]
    return any(size <= _OFF_SCREEN for size in pixels)


def _is_cut_off(known: Mapping[str, str]) -> bool:
    clip = known.get("clip", "")
    if clip.startswith("rect") and "auto" not in clip:
        edges = list(_sizes(clip))
        if edges and all(abs(edge) <= _SMALLEST for edge in edges):
            return True
    if _CLIPPED_AWAY.search(known.get("clip-path", "")):
        return True
    overflow = " ".join(known.get(f"overflow{side}", "") for side in ("", "-x", "-y"))
    if "hidden" not in overflow and "clip" not in overflow:
        return False
    extents = ("width", "height", "max-width", "max-height")
    return any(abs(size) <= _SMALLEST for name in extents for size in _sizes(known.get(name, "")))


def _sized(known: Mapping[str, str], sight: int) -> int:
    if _FONT_OF_NOTHING.search(known.get("font", "")):
        sight |= SIZELESS
    size = known.get("font-size", "")
    if not (length := _LENGTH.search(size)):
        is_relative = size in ("", "inherit", "unset", "smaller", "larger")
        return sight if is_relative else sight & ~SIZELESS
    number, unit = float(length[1]), length[2]
    if unit in ("em", "%", "ex", "ch"):
        share = number / 100 if unit == "%" else number
        return sight | SIZELESS if share * 16 <= _SMALLEST else sight
    if number * _PIXELS.get(unit, 1) <= _SMALLEST:
        return sight | SIZELESS
    return sight & ~SIZELESS


def _is_colourless(known: Mapping[str, str]) -> bool:
    colour = known.get("color", "")
    clip = known.get("background-clip") or known.get("-webkit-background-clip", "")
    if not colour or "text" in clip:
        return False
    behind = known.get("background-color", known.get("background", ""))
    return _is_clear(colour) or _plain_colour(colour) == _plain_colour(behind)


def _is_clear(colour: str) -> bool:
    if not (mixed := _MIXED.fullmatch(colour)):
        return bool(_CLEAR.fullmatch(colour))
    parts = _PARTED.split(mixed[1])
    has_alpha = "/" in mixed[1] or len(parts) == 4
    return has_alpha and _number(parts[-1].strip(), 1.0) <= _LEAST_OPACITY


def _plain_colour(colour: str) -> str:
    """A colour in one spelling, as far as names and numbers are plain."""
    colour = _COLOUR_NAMES.get(colour, colour).removeprefix("#")
    if parts := _RGB.fullmatch(colour):
        return "".join(f"{int(part):02x}" for part in parts.groups())
    return "".join(2 * digit for digit in colour) if re.fullmatch("[0-9a-f]{3}", colour) else colour


@lru_cache(maxsize=4096)
def _declared(style: str) -> Mapping[str, str]:
    """The declarations that hold, by property, in small letters."""
    text = _ESCAPE.sub(_unescaped, _COMMENT.sub(" ", style)).lower()
    held: dict[str, str] = {}
    important: dict[str, str] = {}
    for part in text.split(";"):
        name, _, value = part.partition(":")
        name, value = name.strip(), " ".join(value.split())
        plain = _IMPORTANT.sub("", value)
        if _is_known(name, plain):
            (important if plain != value else held)[name] = plain
    return held | important


def _is_known(name: str, value: str) -> bool:
    if name == "display":
        return value in _DISPLAYS or " " in value
    if name == "visibility":
        return value in ("visible", "hidden", "collapse", "inherit", "initial", "unset", "revert")
    if name == "opacity":
        return bool(_LENGTH.fullmatch(value))
    return bool(value)


def _unescaped(escape: re.Match[str]) -> str:
    if not escape[1]:
        return escape[2] or ""
    code = int(escape[1], 16)
    return chr(code) if 0 < code < 0xD800 else "\ufffd"


def _number(value: str | None, otherwise: float) -> float:
    length = _LENGTH.fullmatch(value) if value else None
    if not length:
        return otherwise
    return float(length[1]) / (100 if length[2] == "%" else 1)


def _sizes(value: str) -> Iterator[float]:
    """The lengths in a value, in pixels or nearly so."""
    for number, unit in _LENGTH.findall(value):
        yield float(number) * _PIXELS.get(unit, 1)
