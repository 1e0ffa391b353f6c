"""How this installation is: for a machine that asks (`/health/…`), and in words for people."""
