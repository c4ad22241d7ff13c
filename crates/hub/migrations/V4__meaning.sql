-- Search by meaning: the vector of each text that holds. Repositories share none, so that nothing of a
-- text's vector tells whether another repository has the same text.

-- The model whose vectors are here: those of another one cannot be compared.
CREATE TABLE model (
    is_it boolean PRIMARY KEY DEFAULT true CHECK (is_it),
    name text NOT NULL,
    sum text NOT NULL
);

-- By blob, so that texts that are read anew keep theirs. They are numbered as they are made.
CREATE SEQUENCE vector_numbers;
CREATE TABLE vectors (
    repository integer NOT NULL REFERENCES repositories ON DELETE CASCADE,
    blob text NOT NULL,
    made bigint NOT NULL DEFAULT nextval('vector_numbers'),
    -- A byte a number.
    vector bytea NOT NULL,
    PRIMARY KEY (repository, blob)
) PARTITION BY HASH (repository);
CREATE TABLE vectors_0 PARTITION OF vectors FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE vectors_1 PARTITION OF vectors FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE vectors_2 PARTITION OF vectors FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE vectors_3 PARTITION OF vectors FOR VALUES WITH (MODULUS 4, REMAINDER 3);
CREATE INDEX versions_blob ON versions (repository, blob) WHERE until IS NULL;

-- How far each repository is.
CREATE TABLE meant (
    repository integer PRIMARY KEY REFERENCES repositories ON DELETE CASCADE,
    records bigint NOT NULL,
    -- Those of them that have a vector, and a vector in the index of pgvector.
    vectors bigint NOT NULL,
    indexed bigint NOT NULL DEFAULT 0,
    -- The number of the newest vector, and one that grows whenever vectors go.
    made bigint NOT NULL,
    gone bigint NOT NULL DEFAULT nextval('vector_numbers')
);

ALTER TABLE vectors ENABLE ROW LEVEL SECURITY;
ALTER TABLE meant ENABLE ROW LEVEL SECURITY;
CREATE POLICY granted ON vectors FOR SELECT
    USING (repository = ANY ((SELECT readable())::integer[]));
CREATE POLICY granted ON meant FOR SELECT
    USING (repository = ANY ((SELECT readable())::integer[]));

-- Takes the vectors of a repository away whose texts do not hold any more, and counts the others.
CREATE FUNCTION tend_vectors(which integer) RETURNS void
LANGUAGE plpgsql SET search_path = git_memory, pg_temp
AS $$
DECLARE
    went bigint;
BEGIN
    -- Most hubs have no model.
    IF NOT EXISTS (SELECT FROM model) THEN
        RETURN;
    END IF;
    DELETE FROM vectors x WHERE x.repository = which AND NOT EXISTS (
        SELECT FROM versions v
        WHERE v.repository = which AND v.blob = x.blob AND v.until IS NULL
    );
    GET DIAGNOSTICS went = ROW_COUNT;
    INSERT INTO meant AS m (repository, records, vectors, made)
    SELECT which, count(*), count(x.blob), coalesce(max(x.made), 0)
    FROM versions v LEFT JOIN vectors x ON x.repository = which AND x.blob = v.blob
    WHERE v.repository = which AND v.until IS NULL
    ON CONFLICT (repository) DO UPDATE
    SET records = excluded.records, vectors = excluded.vectors, made = excluded.made,
        gone = CASE WHEN went > 0 THEN excluded.gone ELSE m.gone END;
END
$$;
REVOKE ALL ON FUNCTION tend_vectors FROM PUBLIC;
