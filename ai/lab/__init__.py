"""The laboratory: what measures strength, trains, solves and mines. Nothing here plays."""
