"""What other systems may hand in, made at random."""

from hypothesis import strategies as st

from citation_engine.interop.registration import KINDS

# Everything that UTF-8 can hold; line ends and NUL are the reader's to change.
words = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"), min_size=1, max_size=30
).filter(str.strip)
names = st.one_of(
    st.text("abcdefgh_", min_size=1, max_size=8),
    words,
    st.sampled_from(
        [
            *("author", "publisher", "date", "published", "fetched_at", "modified", "text"),
            *("title", "url", "content", "identifier", "snippet", "sid", "legacy_index"),
            *("row:published", "metadata:author", "field:x", "slot:content", "year", "authors"),
        ]
    ),
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**53), 2**53),
    st.floats(allow_nan=False, allow_infinity=False),
    words,
    st.sampled_from(["2024-05-06", "2024-05-06T07:08:09+02:00", "0.5", ""]),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)
kinds = st.one_of(st.sampled_from([*KINDS, "WEB", "academic", "news"]), words)
addresses = st.one_of(
    st.builds(
        "https://{}.example/{}".format,
        st.text("abcxyz", min_size=1, max_size=8),
        st.text("ABCabc/.~%2F?=&#", max_size=12),
    ),
    st.sampled_from(
        [
            *("https://Example.org:443/A/../b?utm_source=x#y", "HTTP://a.example", "doi:10.1/x"),
            *(
                "file:///etc/passwd",
                "https://user:pw@a.example/",
                "https://",
                " https://a.example/ ",
            ),
        ]
    ),
)
