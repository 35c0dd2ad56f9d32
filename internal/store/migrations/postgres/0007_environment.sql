-- What the data is for. There is no row before the first server's start; data with a demo
-- account is that of development.
CREATE TABLE environment (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL CHECK (name IN ('development', 'production'))
);
INSERT INTO environment (id, name) SELECT 1, 'development' FROM accounts WHERE demo = 1;
