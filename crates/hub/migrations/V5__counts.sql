-- Files of the tip's memory that are no records: their number, and why the first of them are none.
ALTER TABLE repositories
    ADD COLUMN left_out bigint NOT NULL DEFAULT 0,
    ADD COLUMN left_out_first text[] NOT NULL DEFAULT '{}';

-- Texts that came or went since the words of all were counted.
ALTER TABLE totals ADD COLUMN changed bigint NOT NULL DEFAULT 0;

-- What is there was not looked through for such files yet: all is read anew at the next look.
UPDATE repositories SET tip = NULL;
