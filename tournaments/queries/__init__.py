"""Reads that several pages, papers and verbs share. Nothing here writes."""
