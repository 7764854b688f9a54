-- The table of storms.

CREATE TABLE storms (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL CHECK (typeof(name) = 'text' AND length(name) BETWEEN 1 AND 1000),
    rules TEXT NOT NULL CHECK (typeof(rules) = 'text' AND length(rules) BETWEEN 1 AND 1000),
    solved INTEGER NOT NULL DEFAULT 0 CHECK (typeof(solved) = 'integer' AND solved BETWEEN 0 AND 1000000000),
    missed INTEGER NOT NULL DEFAULT 0 CHECK (typeof(missed) = 'integer' AND missed BETWEEN 0 AND 1000000000),
    day TEXT NOT NULL CHECK (day IS date(day, '+0 days'))
);
