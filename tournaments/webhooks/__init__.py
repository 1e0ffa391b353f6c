"""Programs elsewhere are told what happens: signed, in the order of the log, until they answer."""
