"""The API of `reports` under /api/v1/; how a route is added says docs/developers/api.md."""
