"""Web Push: a judge's phone hears of a call while no page of ours is open on it."""
