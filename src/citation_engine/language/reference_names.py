"""What sections are called that list the sources of a text, in English and German."""

# Sections that are called so may also hold prose.
LOOSE = frozenset(
    ("notes", "note", "anmerkungen", "links", "weblinks", "belege", "verweise", "citations")
)
STRICT = frozenset(
    (
        *("references", "reference", "reference list", "list of references", "references cited"),
        *("cited references", "sources", "source list", "list of sources", "sources cited"),
        *("cited sources", "sources used", "sources consulted", "works cited", "literature"),
        *("cited works", "works used"),
        *("literature cited", "cited literature", "bibliography", "footnotes", "endnotes"),
        *("notes and references", "references and notes", "sources and references"),
        *("references and sources", "sources and notes", "source documents"),
        *("quellen", "quellenverzeichnis", "verzeichnis der quellen", "quellenangaben"),
        *("quellenangabe", "quellennachweis", "quellennachweise", "quellenliste", "literatur"),
        *("literaturverzeichnis", "literaturangaben", "literaturnachweise", "literaturliste"),
        *("literaturquellen", "bibliographie", "bibliografie", "fußnoten", "fussnoten"),
        *("endnoten", "einzelnachweise", "nachweise", "referenzen", "referenzliste"),
        *("verwendete quellen", "verwendete literatur", "zitierte quellen", "zitierte literatur"),
        *("quellen und literatur", "literatur und quellen", "quellen und verweise"),
        *("quellen und literaturverzeichnis", "literatur und quellenverzeichnis"),
        *("quellen und anmerkungen", "anmerkungen und quellen", "anmerkungen und nachweise"),
    )
)
