"""A day of hundreds of pairs, and what every page of it costs. Run by `benchmarks.pages`."""
