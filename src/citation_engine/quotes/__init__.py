"""Where quoted words stand in a text."""
