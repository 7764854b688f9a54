-- The table of guessed games: the fields of Score.

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
