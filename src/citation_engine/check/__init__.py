"""Checks whole drafts: reads them, ties markers to sources, checks claims, keeps and shows it."""
