"""``python -m games.rules``: the engines from outside, one JSON object a line."""
