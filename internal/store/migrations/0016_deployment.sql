-- Which PostgreSQL database the data are in, and whether its servers make outgoing calls. It has one row.
CREATE TABLE deployment (
    id                SMALLINT PRIMARY KEY CHECK (id = 1),
    system_identifier BIGINT NOT NULL, -- of the PostgreSQL cluster; 0: not recorded, or SQLite
    database_oid      BIGINT NOT NULL, -- 0: not recorded, or SQLite
    pause             TEXT NOT NULL,   -- why no outgoing calls are made; '': they are made
    paused_on         BIGINT NOT NULL
) WITHOUT ROWID;
INSERT INTO deployment (id, system_identifier, database_oid, pause, paused_on) VALUES (1, 0, 0, '', 0);
