"""Dates in Portuguese. Django writes whole names of months with a capital, which only the short
names are without."""

DATE_FORMAT = r"j \d\e b. \d\e Y"
DATETIME_FORMAT = r"j \d\e b. \d\e Y à\s H:i"
YEAR_MONTH_FORMAT = r"b. \d\e Y"
