"""A national final as its own people make it: phones, staff, spectators, in one client process."""
