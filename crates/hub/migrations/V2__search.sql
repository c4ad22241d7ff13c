-- The search of words looks at thousands of rows for one question.

-- Each change goes into the index at once: a list of changes that wait would be read by every search.
ALTER INDEX versions_0_words_idx SET (fastupdate = off);
ALTER INDEX versions_1_words_idx SET (fastupdate = off);
ALTER INDEX versions_2_words_idx SET (fastupdate = off);
ALTER INDEX versions_3_words_idx SET (fastupdate = off);
SELECT gin_clean_pending_list(indexrelid) FROM pg_index
WHERE indexrelid IN ('versions_0_words_idx'::regclass, 'versions_1_words_idx'::regclass,
    'versions_2_words_idx'::regclass, 'versions_3_words_idx'::regclass);

-- Long columns lie apart, so that many rows are on one page.
ALTER TABLE versions_0 SET (toast_tuple_target = 256);
ALTER TABLE versions_1 SET (toast_tuple_target = 256);
ALTER TABLE versions_2 SET (toast_tuple_target = 256);
ALTER TABLE versions_3 SET (toast_tuple_target = 256);

-- As before, but planned once a connection, and the reader's repositories are looked up by hash.
CREATE OR REPLACE FUNCTION candidates(
    words text[], weights real[], named text, most_each integer, most integer
)
RETURNS TABLE (repository integer, version bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = git_memory, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY SELECT found.repository, found.version FROM (
        SELECT has.repository, has.version, asked.weight
        FROM unnest(words, weights) AS asked (word, weight)
        CROSS JOIN LATERAL (
            SELECT v.repository, v.version FROM versions v
            WHERE v.until IS NULL AND v.words @@ asked.word::tsquery
            -- A sum, so that no index of repositories is taken for this: most readers read many.
            AND v.repository + 0 IN (SELECT unnest(readable()))
            LIMIT most_each
        ) AS has
        UNION ALL
        SELECT v.repository, v.version, 1000 FROM versions v
        WHERE v.until IS NULL AND v.id = named
        AND v.repository + 0 IN (SELECT unnest(readable()))
    ) AS found
    GROUP BY found.repository, found.version
    ORDER BY sum(found.weight) DESC, found.repository, found.version
    LIMIT most;
END
$$;
