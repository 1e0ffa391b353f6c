"""Signing up from home: the public form, the signed link, the waiting list, invitations.

`places`, `facts` and `links` decide without a database; `rows` reads and writes what the verbs
share; every other module is one verb. Each verb locks the tournament, since all of them are about
who has one of its places.
"""
