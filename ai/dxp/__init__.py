"""DXP, the DamExchange protocol: two programs play each other over a connection."""
