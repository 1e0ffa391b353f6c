"""Taking steps back: which verb takes which back, while what holds, and what to do instead.

`registry` is the one table; each floor adds its own verbs to it. `take_back` does it, `rehearsal`
shows beforehand what would change, `offers` says it of many events at once.
"""
