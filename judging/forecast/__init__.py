"""Playing a position out a thousand times, in child processes."""
