"""How quick the program is, beside others: `python -m benchmarks` prints one table."""
