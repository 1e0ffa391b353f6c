"""Dates and times in English: "Sat 14 March", "14:05"."""

DATE_FORMAT = "D j F Y"
SHORT_DATE_FORMAT = "D j F"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "D j F Y H:i"
SHORT_DATETIME_FORMAT = "D j F H:i"
