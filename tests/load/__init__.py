"""Load, on this machine alone and bounded. Scripts to be run by hand, not tests."""
