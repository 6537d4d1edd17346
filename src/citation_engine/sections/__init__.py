"""Headings, sections and provisions of a text."""
