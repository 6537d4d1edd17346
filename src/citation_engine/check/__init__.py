"""Checks reports and drafts against a library of sources, in memory and without a database."""
