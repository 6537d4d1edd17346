"""Collecting: from files, results and artifacts to sources that can be recorded."""
