"""Audit: what is wrong with a draft, as findings with stable codes."""
