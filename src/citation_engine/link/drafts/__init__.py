"""Reads drafts: the claims in them, and the markers that reach each."""
