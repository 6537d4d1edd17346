"""What a user mistypes, for the type checkers: every line with `wrong` is an error to them."""

import citation_engine
from citation_engine import CitationEngine, Oracle, check  # wrong: no such name
from citation_engine.interop import SourcePuddle  # wrong: no such name

engine = CitationEngine(":memory:", judge=5)  # wrong: no judge
engine.add("act.md", title="Act")  # wrong: no such argument
engine.cite(5, "S1")  # wrong: a claim is a text
engine.fly()  # wrong: no such method
nothing = [
    Oracle,
    SourcePuddle,
    citation_engine.CitationEngin,  # wrong: no such name
    check("report.md", sources="docs/").finding,  # wrong: no such attribute
]
