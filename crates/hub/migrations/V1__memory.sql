-- The hub's tables. No truth lives here: all but readers, grants and runs is filled again from git.
-- Times are seconds since 1970, UTC.

CREATE TABLE repositories (
    repository integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- As questions name it (`workspace`).
    name text NOT NULL UNIQUE,
    url text NOT NULL UNIQUE,
    -- The commit whose memory is here.
    tip text,
    -- Why the last look failed.
    fault text,
    -- When it was looked at last, and when that brought something.
    looked bigint NOT NULL DEFAULT 0,
    changed bigint NOT NULL DEFAULT 0
);

CREATE TABLE readers (
    reader integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL UNIQUE,
    -- SHA-256 of the token, which is kept nowhere.
    digest bytea NOT NULL UNIQUE,
    reads_all boolean NOT NULL,
    -- Whether it may plan, take and report steps of runs.
    works boolean NOT NULL,
    expires bigint
);

CREATE TABLE grants (
    reader integer NOT NULL REFERENCES readers ON DELETE CASCADE,
    repository integer NOT NULL REFERENCES repositories ON DELETE CASCADE,
    PRIMARY KEY (reader, repository)
);

-- Each state of each file of memory, from one commit of the branch to another. A partition's rows
-- are those of some repositories, so the table can be distributed by its first column.
CREATE SEQUENCE version_numbers;
CREATE TABLE versions (
    repository integer NOT NULL REFERENCES repositories ON DELETE CASCADE,
    version bigint NOT NULL DEFAULT nextval('version_numbers'),
    path text NOT NULL,
    blob text NOT NULL,
    since bigint NOT NULL,
    since_commit text NOT NULL,
    -- When it was changed or removed; none for what holds.
    until bigint,
    id text NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    scope text NOT NULL,
    title text NOT NULL,
    abstract text NOT NULL,
    tags text[] NOT NULL,
    superseded_by text[] NOT NULL,
    -- All of the file, without secrets.
    text text NOT NULL,
    -- For ranking: the stems, and the entry of an index that has this text alone.
    words tsvector NOT NULL,
    length bigint NOT NULL,
    language smallint NOT NULL,
    entry bytea NOT NULL,
    PRIMARY KEY (repository, version)
) PARTITION BY HASH (repository);
CREATE TABLE versions_0 PARTITION OF versions FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE versions_1 PARTITION OF versions FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE versions_2 PARTITION OF versions FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE versions_3 PARTITION OF versions FOR VALUES WITH (MODULUS 4, REMAINDER 3);
CREATE UNIQUE INDEX versions_current ON versions (repository, path) WHERE until IS NULL;
CREATE INDEX versions_words ON versions USING gin (words) WHERE until IS NULL;
CREATE INDEX versions_id ON versions (id, repository);
CREATE INDEX versions_newest ON versions (since DESC) WHERE until IS NULL;
CREATE INDEX versions_since ON versions (repository, since);

-- In how many texts each stem is, and what there is in all: counted anew from time to time, for the
-- weights of words.
CREATE TABLE frequencies (
    word text PRIMARY KEY,
    documents bigint NOT NULL
);
CREATE TABLE totals (
    is_it boolean PRIMARY KEY DEFAULT true CHECK (is_it),
    documents bigint NOT NULL,
    length bigint NOT NULL,
    languages integer NOT NULL,
    counted bigint NOT NULL
);
INSERT INTO totals VALUES (true, 0, 0, 0, 0);

-- The work log that agents of many machines share: what each says of a step, as the message that the
-- commit of an entry has. A run's row is locked while a step of it is taken.
CREATE TABLE runs (
    repository integer NOT NULL REFERENCES repositories ON DELETE CASCADE,
    run text NOT NULL,
    PRIMARY KEY (repository, run)
);
CREATE TABLE entries (
    repository integer NOT NULL,
    run text NOT NULL,
    entry integer NOT NULL,
    time bigint NOT NULL,
    message text NOT NULL,
    PRIMARY KEY (repository, run, entry),
    FOREIGN KEY (repository, run) REFERENCES runs ON DELETE CASCADE
);

-- Who asked what; kept for some time.
CREATE TABLE asked (
    time bigint NOT NULL,
    reader integer,
    verb text NOT NULL,
    status smallint NOT NULL,
    milliseconds integer NOT NULL
);
CREATE INDEX asked_time ON asked (time);

-- The repositories that the present reader may read. The hub says who that is at the beginning of
-- each reading; without it there are none.
CREATE FUNCTION readable() RETURNS integer[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = git_memory, pg_temp
AS $$
    SELECT coalesce(array_agg(repository), '{}') FROM repositories
    WHERE EXISTS (
        SELECT FROM readers
        WHERE reader = nullif(current_setting('git_memory.reader', true), '')::integer
        AND (reads_all OR EXISTS (
            SELECT FROM grants
            WHERE grants.reader = readers.reader AND grants.repository = repositories.repository
        ))
    )
$$;

-- Readings are done by a role that sees no row of others, whatever a query says.
ALTER TABLE repositories ENABLE ROW LEVEL SECURITY;
ALTER TABLE versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY granted ON entries FOR SELECT
    USING (repository = ANY ((SELECT readable())::integer[]));
CREATE POLICY granted ON repositories FOR SELECT
    USING (repository = ANY ((SELECT readable())::integer[]));
CREATE POLICY granted ON versions FOR SELECT
    USING (repository = ANY ((SELECT readable())::integer[]));

-- The versions that have some of the words, the best first. The search of words cannot use its
-- index where rows are hidden (its operator may tell of them), so this function looks at all, and
-- leaves out the others' itself; what is then read of a version goes through the policy once more.
CREATE FUNCTION candidates(words text[], weights real[], named text, most_each integer, most integer)
RETURNS TABLE (repository integer, version bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = git_memory, pg_temp
AS $$
    SELECT repository, version FROM (
        SELECT has.repository, has.version, asked.weight
        FROM unnest(words, weights) AS asked (word, weight)
        CROSS JOIN LATERAL (
            SELECT v.repository, v.version FROM versions v
            WHERE v.until IS NULL AND v.words @@ asked.word::tsquery
            -- A sum, so that no index of repositories is taken for this: most readers read many.
            AND v.repository + 0 = ANY ((SELECT readable())::integer[])
            LIMIT most_each
        ) AS has
        UNION ALL
        SELECT v.repository, v.version, 1000 FROM versions v
        WHERE v.until IS NULL AND v.id = named
        AND v.repository + 0 = ANY ((SELECT readable())::integer[])
    ) AS found
    GROUP BY repository, version
    ORDER BY sum(weight) DESC, repository, version
    LIMIT most
$$;
REVOKE ALL ON FUNCTION candidates FROM PUBLIC;
REVOKE ALL ON FUNCTION readable FROM PUBLIC;
