"""Every table of a scaled game, and what follows from having seen them all.

Decides properties, dead ends, endless play and what never applies, by every answer and outcome of chance in turn.
Equal positions are taken to go on alike: that is believed of text which ``referee.verify.understood`` reads.
"""
