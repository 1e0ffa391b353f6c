"""The API of `tournaments` under /api/v1/: reading for everybody, verbs for staff.

docs/developers/api.md says how a route is added.
"""
