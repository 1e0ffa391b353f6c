"""Regional tournaments lead to a final: who goes there, and why."""
