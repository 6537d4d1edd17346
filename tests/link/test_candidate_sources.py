import pytest

from citation_engine.link.candidate_sources import given_source
from citation_engine.model.source import Source, SourceType

DOI = "10.1000/abc"


def doi_of(**metadata):
    fields = Source.model_fields
    known = {"id": 1, "entry_id": "e", "type": SourceType.DOCUMENT, "identifier": "a.pdf"}
    known |= {"name": "a.pdf", "number": 1, "metadata": metadata}
    return given_source(
        Source.model_construct(**{name: known[name] for name in fields if name in known})
    ).doi


@pytest.mark.parametrize(
    "name", ["doi", "DOI", "citation_doi", "dc.identifier", "DC.Identifier", "prism.doi"]
)
def test_a_doi_is_known_under_every_usual_name(name):
    assert doi_of(**{name: f"https://doi.org/{DOI}"}) == DOI


@pytest.mark.parametrize("name", ["subject", "keywords"])
def test_the_only_doi_in_the_words_about_a_pdf_is_its_own(name):
    assert doi_of(**{name: f"Journal of Noise, doi:{DOI}."}) == DOI
    assert doi_of(**{name: f"See {DOI} and 10.1000/def"}) is None
