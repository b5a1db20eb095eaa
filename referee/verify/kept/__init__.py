"""What was decided before: kept as long as nothing has changed that it rests on.

``memory`` reads and writes them, ``dependencies`` hears of everything that rules look at, ``imported_files`` follows
what they import. It decides nothing; what cannot be compared afterwards is not kept.
"""
