"""The words of the board picture; see `board_svg`."""
