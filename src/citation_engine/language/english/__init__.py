"""The words of English."""

CODE = "en"
