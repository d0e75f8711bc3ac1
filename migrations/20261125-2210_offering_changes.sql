/* What one form changed in the courses of one or several batches, so that it can be undone while nothing depends on it. */
create table offering_changes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  batch_ids bigint[] not null,
  -- A list of {batchId, courseId, before, after}; before and after are {employeeId, termPosition}, or null if not offered.
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (institution_id, id)
);
create index offering_changes_by_batch on offering_changes using gin (batch_ids);
create index on offering_changes (account_id);
select akada_institution_table('offering_changes', 'select, insert, update');
