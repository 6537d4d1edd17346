"""What a picture says and where, by recognising its text."""
