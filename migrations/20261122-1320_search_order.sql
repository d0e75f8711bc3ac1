-- The text comes before the institution in the indexes of searches: GIN asks for their columns in this order. It used to
-- look up the institution again for each row that only one of a word's trigrams named, and so read all its rows.
drop index students_search;
create index students_search on students using gin (search_text gin_trgm_ops, institution_id)
  with (fastupdate = on, gin_pending_list_limit = 256);
drop index guardians_search;
create index guardians_search on guardians using gin (search_text gin_trgm_ops, institution_id);
drop index employees_search;
create index employees_search on employees using gin (search_text gin_trgm_ops, institution_id);
