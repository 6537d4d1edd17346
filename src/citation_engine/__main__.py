"""`python -m citation_engine`: the command `cite`, where its script is not on the path."""

from citation_engine.cli.__main__ import main

if __name__ == "__main__":
    main()
