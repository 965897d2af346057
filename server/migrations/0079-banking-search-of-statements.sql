-- Why: a statement is found by a part of its number or of its file's name, as payment files are. Built while they are read and
-- written (decision 098).
drop index concurrently if exists bank_statement_id_contains;
create index concurrently bank_statement_id_contains on bank_statement using gin (statement_id gin_trgm_ops);
drop index concurrently if exists bank_statement_file_name_contains;
create index concurrently bank_statement_file_name_contains on bank_statement using gin (file_name gin_trgm_ops);
