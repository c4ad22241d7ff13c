-- What each version is tied to: other records, scopes, owners, authors, addresses. Names are as
-- they are looked up.
CREATE TABLE ties (
    repository integer NOT NULL,
    version bigint NOT NULL,
    tie text NOT NULL,
    what text NOT NULL,
    PRIMARY KEY (repository, version, tie, what),
    FOREIGN KEY (repository, version) REFERENCES versions ON DELETE CASCADE
) PARTITION BY HASH (repository);
CREATE TABLE ties_0 PARTITION OF ties FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE ties_1 PARTITION OF ties FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE ties_2 PARTITION OF ties FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE ties_3 PARTITION OF ties FOR VALUES WITH (MODULUS 4, REMAINDER 3);
CREATE INDEX ties_what ON ties (what, repository);

ALTER TABLE ties ENABLE ROW LEVEL SECURITY;
CREATE POLICY granted ON ties FOR SELECT
    USING (repository = ANY ((SELECT readable())::integer[]));

-- What is there has no ties yet: all is read anew at the next look.
UPDATE repositories SET tip = NULL;
