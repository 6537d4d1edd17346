"""What a PDF page says and where."""
