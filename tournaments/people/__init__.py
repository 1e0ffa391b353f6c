"""Those who work at a tournament: how they are let in, and where they are logged in."""
