"""Verbs of `reports`: asking for a document, and making it once whatever happens."""
