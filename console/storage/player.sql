-- The tables of player.sqlite that several rooms or none use; a room has its own in a file tables.sql.
-- Their constraints reject invalid rows, so readers need not check them.
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

-- The old files that were read, each with its checksum.
CREATE TABLE old_files (
    name TEXT NOT NULL CHECK (typeof(name) = 'text' AND length(name) BETWEEN 1 AND 1000) PRIMARY KEY,
    checksum INTEGER NOT NULL DEFAULT 0 CHECK (typeof(checksum) = 'integer' AND checksum BETWEEN 0 AND 4294967296)
);

CREATE UNIQUE INDEX result_of_game ON results (game) WHERE game <> '';

CREATE INDEX results_of_player ON results (name, rules);
