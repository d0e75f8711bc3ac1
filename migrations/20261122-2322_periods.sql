/* When the books were closed and reopened. */
create table ledger_closings (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  -- Until when they are closed since; null: all is open.
  closed_through date,
  -- Until when they were closed before.
  previous date,
  reason text check (length(reason) between 1 and 300),
  -- What was open in the period when it was closed, by kind.
  left_open jsonb not null default '{}',
  at timestamptz not null default now(),
  account_id bigint references accounts,
  approved_by bigint references accounts,
  primary key (institution_id, id)
);
select akada_institution_table('ledger_closings', 'select, insert');

/*
 * Each entry holds its books (a foreign key) until its commit, which an update alone would not notice. Waiting for them
 * here, no entry can slip into a period while it is closed, whoever closes it.
 */
create function akada_wait_for_entries() returns trigger language plpgsql as $$
begin
  perform 1 from ledger_books where institution_id = new.institution_id for update;
  return new;
end $$;
create trigger wait_for_entries before update of closed_through on ledger_books
  for each row execute function akada_wait_for_entries();
