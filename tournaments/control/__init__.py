"""The control room: what needs doing now, and the way to everything else of a tournament."""
