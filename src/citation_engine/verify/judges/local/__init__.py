"""The local judge: a small model in the package that says whether a passage carries a claim."""
