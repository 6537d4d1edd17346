"""The words of German."""

CODE = "de"
