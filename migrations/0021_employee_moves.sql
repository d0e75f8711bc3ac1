-- Leaving and coming back: each with what ended with it, so that it can be offered again.

create table employee_moves (
  institution_id int not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  kind text not null check (kind in ('left', 'back')),
  on_date date not null,
  reason text not null check (length(reason) between 1 and 300),
  -- The roles that ended: account, role and its name on that day.
  ended_roles jsonb not null default '[]',
  -- The batches led and the courses taught that were given up, in words.
  given_up jsonb not null default '[]',
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, employee_id) references employees
);
create index on employee_moves (institution_id, employee_id, id);

alter table employee_moves enable row level security, force row level security;
create policy tenant on employee_moves to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on employee_moves to akada_gate using (true) with check (true);
grant select, insert on employee_moves to akada_app;
