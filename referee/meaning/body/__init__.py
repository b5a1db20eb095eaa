"""One function while it is read, in rooms: statements, loops, calls, operators …"""
