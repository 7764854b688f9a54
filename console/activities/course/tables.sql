-- The table of the lessons done.

CREATE TABLE lessons (
    player TEXT NOT NULL CHECK (typeof(player) = 'text' AND length(player) BETWEEN 1 AND 1000),
    number INTEGER NOT NULL CHECK (typeof(number) = 'integer' AND number BETWEEN 1 AND 999),
    PRIMARY KEY (player, number)
);
