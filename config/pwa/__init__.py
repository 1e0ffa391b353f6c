"""Startfelt as an app on a phone: manifest, service worker, and what its queue asks the server.

The other half runs on the device: `static/js/app/`. docs/developers/offline.md says how the two
work together.
"""
