"""The Hub protocol, version 2 (of Scan, by Fabien Letouzey): the opponent lent to other programs."""
