"""Reads Markdown: what a text says, and where."""
