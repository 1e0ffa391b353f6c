"""What the program writes about itself: one line or one JSON object an entry, each with the request
and the tournament it belongs to."""
