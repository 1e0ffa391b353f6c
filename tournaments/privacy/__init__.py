"""What is kept about people: found, handed out, shown by initials, erased by hand and in time."""
