"""Figures for Prometheus at `/metrics`: what this installation has done, and how far it is behind.

In full mode each process writes its own figures into a folder, and whichever process is asked adds
them all up (see `config.metrics.registry`).
"""
