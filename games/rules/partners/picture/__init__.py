"""What a picture of the board is made of: where places lie, how pieces walked, what it says."""
