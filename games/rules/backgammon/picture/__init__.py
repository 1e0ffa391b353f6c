"""The board as a picture, part by part."""
