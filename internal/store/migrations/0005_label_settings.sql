-- What an account or a service sets for its labels, as JSON. The revision changes with the settings, so that servers
-- read the settings again only if they have changed.
CREATE TABLE label_settings (
    subject_kind TEXT NOT NULL,
    subject_id   BIGINT NOT NULL,
    settings     TEXT NOT NULL,
    revision     BIGINT NOT NULL,
    PRIMARY KEY (subject_kind, subject_id)
) WITHOUT ROWID;
