"""Dates and times as they are spoken of at the desk: "lør. 14. marts", "14.05"."""

DATE_FORMAT = "D. j. F Y"
SHORT_DATE_FORMAT = "D. j. F"
TIME_FORMAT = "H.i"
DATETIME_FORMAT = "D. j. F Y H.i"
SHORT_DATETIME_FORMAT = "D. j. F H.i"
