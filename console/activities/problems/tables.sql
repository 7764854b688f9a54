-- The tables of problems: those solved, the ratings of solvers, the days of problems of the day, and the rows.

CREATE TABLE solved (
    player TEXT NOT NULL CHECK (typeof(player) = 'text' AND length(player) BETWEEN 1 AND 1000),
    rules TEXT NOT NULL CHECK (typeof(rules) = 'text' AND length(rules) BETWEEN 1 AND 1000),
    fen TEXT NOT NULL CHECK (typeof(fen) = 'text' AND length(fen) BETWEEN 1 AND 1000),
    PRIMARY KEY (player, rules, fen)
);

CREATE TABLE ratings (
    player TEXT NOT NULL CHECK (typeof(player) = 'text' AND length(player) BETWEEN 1 AND 1000),
    rules TEXT NOT NULL CHECK (typeof(rules) = 'text' AND length(rules) BETWEEN 1 AND 1000),
    value REAL NOT NULL CHECK (value BETWEEN -9999 AND 9999),
    tries INTEGER NOT NULL DEFAULT 0 CHECK (typeof(tries) = 'integer' AND tries BETWEEN 0 AND 1000000000),
    PRIMARY KEY (player, rules)
);

CREATE TABLE days (
    player TEXT NOT NULL CHECK (typeof(player) = 'text' AND length(player) BETWEEN 1 AND 1000),
    rules TEXT NOT NULL CHECK (typeof(rules) = 'text' AND length(rules) BETWEEN 1 AND 1000),
    day TEXT NOT NULL CHECK (day IS date(day, '+0 days')),
    PRIMARY KEY (player, rules, day)
);

CREATE TABLE runs (
    player TEXT NOT NULL CHECK (typeof(player) = 'text' AND length(player) BETWEEN 1 AND 1000) PRIMARY KEY,
    now INTEGER NOT NULL DEFAULT 0 CHECK (typeof(now) = 'integer' AND now BETWEEN 0 AND 1000000000),
    best INTEGER NOT NULL DEFAULT 0 CHECK (typeof(best) = 'integer' AND best BETWEEN 0 AND 1000000000)
);
