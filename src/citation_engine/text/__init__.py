"""Pure functions on text: clean, fold, locate, hash; nothing here reads or writes a file."""
