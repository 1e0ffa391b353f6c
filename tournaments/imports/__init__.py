"""Reading lists of entries out of spreadsheets: pure, without Django and without a database.

`reading.read_upload` turns bytes into sheets of texts, `columns` finds the headings and what
each column means, `rows` makes an entry (or the reasons why not) of each row, and `plan` says
what importing them would change. Words for people stand in `tournaments.domain.import_words`.
"""
