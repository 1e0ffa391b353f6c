"""The hall seen from above: where each table stands, and how it goes there."""
