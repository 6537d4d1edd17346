"""
Tests of what must end: a text made to be slow, a server that never answers.

No test compares times, because a busy machine takes any time it likes. What must end is given
something on which a wrong way takes many minutes or never ends, and the right one a second or
two. Then the answer alone is looked at, and a wrong way fails as hanging. Speed is measured
in `benchmarks/`.
"""

import pytest

must_end = pytest.mark.timeout(120)
