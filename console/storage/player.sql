-- The tables of player.sqlite. Their constraints reject invalid rows, so readers need not check them.
-- The function me() returns the name of the player at the board.

-- The fields of Result.
CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL CHECK (typeof(name) = 'text' AND length(name) BETWEEN 1 AND 1000),
    level INTEGER NOT NULL CHECK (typeof(level) = 'integer' AND level BETWEEN 1 AND 99),
    rules TEXT NOT NULL CHECK (typeof(rules) = 'text' AND length(rules) BETWEEN 1 AND 1000),
    score TEXT NOT NULL CHECK (score IN ('win', 'draw', 'loss')),
    game TEXT NOT NULL DEFAULT '' CHECK (typeof(game) = 'text' AND length(game) BETWEEN 0 AND 1000),
    jumping TEXT NOT NULL DEFAULT '' CHECK (typeof(jumping) = 'text' AND length(jumping) BETWEEN 0 AND 1000),
    date TEXT NOT NULL DEFAULT '' CHECK (typeof(date) = 'text' AND length(date) BETWEEN 0 AND 1000),
    moves INTEGER NOT NULL DEFAULT 0 CHECK (typeof(moves) = 'integer' AND moves BETWEEN 0 AND 1000000000),
    helped INTEGER NOT NULL DEFAULT 0 CHECK (typeof(helped) = 'integer' AND helped BETWEEN 0 AND 1),
    side TEXT NOT NULL DEFAULT '' CHECK (typeof(side) = 'text' AND length(side) BETWEEN 0 AND 1000),
    opening TEXT NOT NULL DEFAULT '' CHECK (typeof(opening) = 'text' AND length(opening) BETWEEN 0 AND 1000),
    seconds INTEGER NOT NULL DEFAULT 0 CHECK (typeof(seconds) = 'integer' AND seconds BETWEEN 0 AND 1000000000),
    rival TEXT NOT NULL DEFAULT '' CHECK (typeof(rival) = 'text' AND length(rival) BETWEEN 0 AND 1000),
    rating INTEGER NOT NULL DEFAULT 0 CHECK (typeof(rating) = 'integer' AND rating BETWEEN 0 AND 9999),
    time TEXT NOT NULL DEFAULT '' CHECK (typeof(time) = 'text' AND length(time) BETWEEN 0 AND 1000)
);

-- What is set again after growing intervals: the fields of Item, after the key that is unique among its kind.
CREATE TABLE items (
    player TEXT NOT NULL CHECK (typeof(player) = 'text' AND length(player) BETWEEN 1 AND 1000),
    key TEXT NOT NULL CHECK (typeof(key) = 'text' AND length(key) BETWEEN 1 AND 1000),
    kind TEXT NOT NULL CHECK (kind IN ('mistake', 'line')),
    rules TEXT NOT NULL CHECK (typeof(rules) = 'text' AND length(rules) BETWEEN 1 AND 1000),
    articles TEXT NOT NULL DEFAULT '' CHECK (typeof(articles) = 'text' AND length(articles) BETWEEN 0 AND 1000),
    side INTEGER NOT NULL DEFAULT 0 CHECK (typeof(side) = 'integer' AND side BETWEEN 0 AND 1),
    name TEXT NOT NULL CHECK (typeof(name) = 'text' AND length(name) BETWEEN 1 AND 1000),
    start TEXT NOT NULL CHECK (typeof(start) = 'text' AND length(start) BETWEEN 1 AND 1000),
    moves TEXT NOT NULL CHECK (typeof(moves) = 'text' AND length(moves) BETWEEN 1 AND 1000),
    due TEXT NOT NULL CHECK (due IS date(due, '+0 days')),
    times INTEGER NOT NULL DEFAULT 0 CHECK (typeof(times) = 'integer' AND times BETWEEN 0 AND 1000000000),
    asked INTEGER NOT NULL DEFAULT 0 CHECK (typeof(asked) = 'integer' AND asked BETWEEN 0 AND 1000000000),
    right INTEGER NOT NULL DEFAULT 0 CHECK (typeof(right) = 'integer' AND right BETWEEN 0 AND 1000000000),
    UNIQUE (player, kind, rules, articles, side, key)
);

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

CREATE TABLE lessons (
    player TEXT NOT NULL CHECK (typeof(player) = 'text' AND length(player) BETWEEN 1 AND 1000),
    number INTEGER NOT NULL CHECK (typeof(number) = 'integer' AND number BETWEEN 1 AND 999),
    PRIMARY KEY (player, number)
);

CREATE TABLE storms (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL CHECK (typeof(name) = 'text' AND length(name) BETWEEN 1 AND 1000),
    rules TEXT NOT NULL CHECK (typeof(rules) = 'text' AND length(rules) BETWEEN 1 AND 1000),
    solved INTEGER NOT NULL DEFAULT 0 CHECK (typeof(solved) = 'integer' AND solved BETWEEN 0 AND 1000000000),
    missed INTEGER NOT NULL DEFAULT 0 CHECK (typeof(missed) = 'integer' AND missed BETWEEN 0 AND 1000000000),
    day TEXT NOT NULL CHECK (day IS date(day, '+0 days'))
);

CREATE TABLE guesses (
    player TEXT NOT NULL CHECK (typeof(player) = 'text' AND length(player) BETWEEN 1 AND 1000),
    rules TEXT NOT NULL CHECK (typeof(rules) = 'text' AND length(rules) BETWEEN 1 AND 1000),
    games INTEGER NOT NULL DEFAULT 0 CHECK (typeof(games) = 'integer' AND games BETWEEN 0 AND 1000000000),
    all_found INTEGER NOT NULL DEFAULT 0 CHECK (typeof(all_found) = 'integer' AND all_found BETWEEN 0 AND 1000000000),
    all_asked INTEGER NOT NULL DEFAULT 0 CHECK (typeof(all_asked) = 'integer' AND all_asked BETWEEN 0 AND 1000000000),
    best_found INTEGER NOT NULL DEFAULT 0 CHECK (typeof(best_found) = 'integer' AND best_found BETWEEN 0 AND 1000000000),
    best_asked INTEGER NOT NULL DEFAULT 0 CHECK (typeof(best_asked) = 'integer' AND best_asked BETWEEN 0 AND 1000000000),
    last_found INTEGER NOT NULL DEFAULT 0 CHECK (typeof(last_found) = 'integer' AND last_found BETWEEN 0 AND 1000000000),
    last_asked INTEGER NOT NULL DEFAULT 0 CHECK (typeof(last_asked) = 'integer' AND last_asked BETWEEN 0 AND 1000000000),
    PRIMARY KEY (player, rules)
);

-- The old files that were read, each with its checksum.
CREATE TABLE old_files (
    name TEXT NOT NULL CHECK (typeof(name) = 'text' AND length(name) BETWEEN 1 AND 1000) PRIMARY KEY,
    checksum INTEGER NOT NULL DEFAULT 0 CHECK (typeof(checksum) = 'integer' AND checksum BETWEEN 0 AND 4294967296)
);

CREATE UNIQUE INDEX result_of_game ON results (game) WHERE game <> '';

CREATE INDEX results_of_player ON results (name, rules)
