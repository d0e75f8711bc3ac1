/* Journal entries that a person posts, each agreed to by a second one. Their lines are in the ledger. */
create table manual_entries (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  -- A note for each line of the ledger, in the same order; empty for none.
  notes text[] not null,
  -- Why it reverses another entry.
  reason text check (length(reason) between 1 and 300),
  prepared_by bigint references accounts,
  approved_by bigint references accounts,
  primary key (institution_id, id)
);
select akada_institution_table('manual_entries', 'select, insert');
