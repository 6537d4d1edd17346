"""Verifying: are the words there, and do they carry the claim."""
