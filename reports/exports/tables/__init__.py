"""The tables there are, a module for what belongs together."""
