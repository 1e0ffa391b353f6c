"""A tournament as one file: written, and brought in elsewhere, whole or not at all."""
