"""Readers: one module a family of formats."""
