"""Words, numbers, dates and sentences, and the word lists of each language."""
