-- The tables of games.sqlite.
--
-- files: path is relative to the folder of the index if the file is in it, so that the folder may be copied. Reading
-- continues at the offset byte, characters, line, which is NULL if the whole file was read. games counts the games before the
-- offset. segments: the ids of its games begin with first. games: identity is NULL if there is none, last is the key of
-- the final position, tagged is "Computer" if it played: it is shown by another name. won is the code of the result,
-- problem is what game_rows.GameRow describes. copies: game is a copy, or an earlier state, of a game of file. seen:
-- game counts the games of the segment from 0. what has the 15 bits that game_rows.Part describes.

CREATE TABLE files (
    id INTEGER PRIMARY KEY, path BLOB UNIQUE, size INTEGER, changed INTEGER, byte INTEGER, characters INTEGER,
    games INTEGER, problems INTEGER,
    line INTEGER);
CREATE TABLE segments (
    id INTEGER PRIMARY KEY, file INTEGER, first INTEGER, games INTEGER);
CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT UNIQUE, folded TEXT);
CREATE TABLE games (
    id INTEGER PRIMARY KEY, file INTEGER, number INTEGER, byte INTEGER, characters INTEGER, event INTEGER,
    date TEXT, year INTEGER, black INTEGER, white INTEGER, result TEXT, rules TEXT, first_side INTEGER,
    opening INTEGER, plies INTEGER, remarks TEXT, identity INTEGER, last INTEGER, tagged INTEGER,
    won INTEGER, problem TEXT);
CREATE TABLE copies (game INTEGER, file INTEGER, PRIMARY KEY (game, file)) WITHOUT ROWID;
CREATE TABLE seen (
    segment INTEGER, key INTEGER, game INTEGER, what INTEGER, PRIMARY KEY (segment, key, game)) WITHOUT ROWID;
CREATE INDEX by_file ON segments (file);
CREATE INDEX by_black ON games (black);
CREATE INDEX by_white ON games (white);
CREATE INDEX by_event ON games (event);
CREATE INDEX by_year ON games (year);
CREATE INDEX by_opening ON games (opening);
CREATE INDEX by_result ON games (won);
CREATE INDEX by_identity ON games (identity) WHERE identity IS NOT NULL
