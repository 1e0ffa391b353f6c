"""Files that were damaged on the way, or by somebody who means harm: `python -m tests.fuzz`."""
