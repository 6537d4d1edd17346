"""Finds and ranks pieces of texts."""
