"""Text recognition: the words in pictures and scanned pages."""
