"""What floors above may have a say in. They connect in their app's `ready`."""

from __future__ import annotations

from django.dispatch import Signal

#: Sent with `round_` inside the transaction that takes a publication back. A receiver raises
#: `Refused` when something of the round has begun (a clock runs, a result was handed in).
unpublishing = Signal()

#: Sent with `round_` and the keys of some of its `pairings`. A receiver answers whether any of
#: those games is known to have begun.
begun = Signal()

#: Sent with `entry`, disqualified, inside the transaction in which it no longer would be. A
#: receiver raises `Refused` when somebody's decision keeps it out.
letting_in = Signal()

#: Sent with `keep` and `gone` inside the transaction that merges two rows of one entry. A receiver
#: raises `Refused` when `gone` has something that cannot go along (a ruling).
merging = Signal()

#: Sent with `pairing`, `by` and `why` inside the transaction that takes a game away (one of its
#: seats is emptied): whoever keeps its result takes that away.
game_dropped = Signal()

#: Sent with `tournament` inside the transaction after which a name is no longer to be shown:
#: whoever keeps files that name people throws them away after the commit.
names_withdrawn = Signal()

#: Sent with `tournament` and `entries` when somebody is told all that is kept about them. A
#: receiver answers a list of titles of what it has about those entries.
person_told = Signal()

#: Sent with `pairing` and `by` inside the transaction that takes such a thing back.
game_returned = Signal()

#: Sent after the commit that ended what an account might see, with `user` (its key), `tournament`
#: (the key of the one it ended in; None: everywhere) and `sessions` (the keys of those that ended;
#: empty: all of them). Whoever keeps a line open lets go of it.
access_ended = Signal()

#: Sent with `asked` (a `tournaments.control.needs.Asked`) when somebody looks at what needs doing.
#: A receiver answers a list of `Need`s. Its queries do not grow with the hall.
needs_asked = Signal()

#: Sent with `round_`, being played, and `now` when the hall is drawn. A receiver answers a mapping
#: from keys of pairings to keys of `tournaments.marks.STATES`; the most urgent word wins.
tables_asked = Signal()

#: Sent with `asked` beside it: a receiver answers a list of (template, context) to be shown at the
#: head of the control room, such as the clock.
glances_asked = Signal()

#: Sent with `tournament` and `after` (the number of a round; 0: none yet) when somebody is told
#: what comes next. A receiver answers a `tournaments.coming.Coming`, or None.
coming_asked = Signal()

#: Sent with `tournament` when the desk's menu is to say how much waits behind its entries. A
#: receiver answers a mapping from keys of `tournaments.views.waiting.PLACES` to numbers. Its
#: queries do not grow with the hall.
waiting_asked = Signal()

#: Sent with `round_` when what everybody sees of it is listed. A receiver answers a mapping from
#: keys of pairings to how those games ended, in words, where they were not simply played out.
endings_asked = Signal()
