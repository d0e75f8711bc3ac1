-- A row that moves to another batch is entered into every index anew; its trigrams were two thirds of the cost. They
-- now gather in a short list that a search reads along, and are sorted in together. docs/decisions/0005 has figures.
alter index students_search set (fastupdate = on, gin_pending_list_limit = 256);
