"""Office files and pictures for tests, made while they run: part by part, or drawn."""

import io
import zipfile
from collections.abc import Sequence

import pypdfium2 as pdfium

import made_pdfs as pdfs

_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    f'xmlns:r="{_RELATIONS}" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
# What the beginning of an encrypted Office file looks like, and of one of before 2007.
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 1016
LOCKED = COMPOUND + "EncryptedPackage".encode("utf-16-le") + b"\0" * 500
OLD = COMPOUND + "WordDocument".encode("utf-16-le") + b"\0" * 500

CORE = (
    '<cp:coreProperties xmlns:cp="x" xmlns:dc="y" xmlns:dcterms="z"><dc:title>Ein  Titel</dc:title>'
    "<dc:creator>Anna Müller</dc:creator><dcterms:created>2024-05-06T07:08:09Z</dcterms:created>"
    "<dcterms:modified>heute</dcterms:modified></cp:coreProperties>"
)


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """Return a zip file of these parts."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return target.getvalue()


def relations(*targets: str) -> str:
    """Return what a part points to: `kind=path`, numbered r1, r2 and so on."""
    listed = "".join(
        f'<Relationship Id="r{number}" Type="{_RELATIONS}/{target.split("=")[0]}" '
        f'Target="{target.split("=")[1]}"/>'
        for number, target in enumerate(targets, 1)
    )
    return f"<Relationships>{listed}</Relationships>"


def office(main: str, parts: dict[str, str | bytes]) -> bytes:
    """Return an Office file with the properties above."""
    return zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": relations(
                f"officeDocument={main}", "metadata/core-properties=docProps/core.xml"
            ),
            "docProps/core.xml": CORE,
            **parts,
        }
    )


def docx(body: str, targets: Sequence[str] = (), **parts: str) -> bytes:
    """Return a Word document; parts are named as `styles`, `footnotes` and so on."""
    named = {
        f"word/{name}.xml": f"<w:{name} {_NAMES}>{xml}</w:{name}>" for name, xml in parts.items()
    }
    pointed = [f"{name.rstrip('123456789')}={name}.xml" for name in parts]
    return office(
        "word/document.xml",
        {
            "word/document.xml": f"<w:document {_NAMES}><w:body>{body}</w:body></w:document>",
            "word/_rels/document.xml.rels": relations(*targets, *pointed),
            **named,
        },
    )


def paragraph(*runs: str, style: str = "", more: str = "") -> str:
    """Return a paragraph; a run that is no markup is plain words."""
    styled = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{styled}{more}</w:pPr>{''.join(map(run, runs))}</w:p>"


def run(words: str, properties: str = "") -> str:
    """Return a run of words, or markup as it is."""
    if words.startswith("<"):
        return words
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{words}</w:t></w:r>'


def pptx(*slides: str, shown: Sequence[str] = (), notes: str = "") -> bytes:
    """Return a presentation; `shown` are attributes of the slides, `notes` are the first's."""
    parts: dict[str, str | bytes] = {}
    for number, shapes in enumerate(slides, 1):
        attributes = shown[number - 1] if number <= len(shown) else ""
        parts[f"ppt/slides/slide{number}.xml"] = (
            f"<p:sld {_NAMES} {attributes}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"
        )
    if notes:
        parts["ppt/notesSlides/n.xml"] = (
            f"<p:notes {_NAMES}><p:cSld><p:spTree>{notes}</p:spTree></p:cSld></p:notes>"
        )
        parts["ppt/slides/_rels/slide1.xml.rels"] = relations("notesSlide=../notesSlides/n.xml")
    names = range(1, len(slides) + 1)
    listed = "".join(f'<p:sldId id="{255 + n}" r:id="r{n}"/>' for n in names)
    parts["ppt/presentation.xml"] = (
        f"<p:presentation {_NAMES}><p:sldIdLst>{listed}</p:sldIdLst>"
        '<p:sldSz cx="9144000" cy="6858000"/></p:presentation>'
    )
    parts["ppt/_rels/presentation.xml.rels"] = relations(
        *(f"slide=slides/slide{n}.xml" for n in names)
    )
    return office("ppt/presentation.xml", parts)


def shape(*lines: str, kind: str = "", place: str = "", hidden: bool = False) -> str:
    """Return a shape with lines of text; `kind` is that of a placeholder such as `title`."""
    holder = f'<p:ph type="{kind}"/>' if kind else ""
    words = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in lines)
    seen = ' hidden="1"' if hidden else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"{seen}/>'
        f"<p:nvPr>{holder}</p:nvPr></p:nvSpPr><p:spPr>{place}</p:spPr>"
        f"<p:txBody>{words}</p:txBody></p:sp>"
    )


def xlsx(
    *rows: str,
    strings: Sequence[str] = (),
    styles: str = "",
    sheets: str = '<sheet name="Data" sheetId="1" r:id="r1"/>',
    properties: str = "",
) -> bytes:
    """Return a workbook; each of `rows` is what stands in one sheet's data."""
    parts: dict[str, str | bytes] = {
        "xl/workbook.xml": f"<workbook {_NAMES}>{properties}<sheets>{sheets}</sheets></workbook>",
        "xl/sharedStrings.xml": f"<sst>{''.join(f'<si>{one}</si>' for one in strings)}</sst>",
        "xl/styles.xml": f"<styleSheet>{styles}</styleSheet>",
    }
    targets = [f"worksheet=worksheets/sheet{n}.xml" for n in range(1, len(rows) + 1)]
    targets += ["sharedStrings=sharedStrings.xml", "styles=styles.xml"]
    parts["xl/_rels/workbook.xml.rels"] = relations(*targets)
    for number, data in enumerate(rows, 1):
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f"<worksheet><sheetData>{data}</sheetData></worksheet>"
        )
    return office("xl/workbook.xml", parts)


def ods(tables: str, styles: str = "", **parts: str) -> bytes:
    """Return an OpenDocument spreadsheet of these tables."""
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text", "style")
    )
    content = (
        f"<office:document-content {names}><office:automatic-styles>{styles}"
        "</office:automatic-styles><office:body><office:spreadsheet>"
        f"{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    stored = zipfile.ZipInfo("mimetype")
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(stored, "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        for name, xml in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", xml)
    return target.getvalue()


def drawn(data: bytes, *, resolution: int = 150, page: int = 0):
    """Return a page of a PDF as a picture."""
    with_pages = pdfium.PdfDocument(data)
    try:
        return with_pages[page].render(scale=resolution / 72).to_pil()
    finally:
        with_pages.close()


def picture(
    words: Sequence[str], format: str = "PNG", *, size: tuple[float, float] = (360, 120), **options
) -> bytes:
    """Return a picture of lines of text."""
    data = pdfs.made(pdfs.lines(words, x=20, y=size[1] - 40, size=16), size=size)
    target = io.BytesIO()
    drawn(data).save(target, format, **options)
    return target.getvalue()


def scan(data: bytes, resolution: int = 150) -> bytes:
    """Return a PDF whose pages are pictures of the pages of another."""
    pages = len(pdfium.PdfDocument(data))
    pictures = [drawn(data, resolution=resolution, page=page) for page in range(pages)]
    target = io.BytesIO()
    pictures[0].save(
        target, "PDF", resolution=resolution, save_all=True, append_images=pictures[1:]
    )
    return target.getvalue()
