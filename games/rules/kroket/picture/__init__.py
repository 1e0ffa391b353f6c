"""The parts of the course's picture."""
