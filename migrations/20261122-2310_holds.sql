/* What is withheld from students who owe. Who is held is never stored: it follows from balances and open invoices. */

create table hold_rules (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  -- What it withholds: words of src/features/holds/holds.ts, which later features add to.
  withholds text[] not null check (cardinality(withholds) between 1 and 20),
  -- Minor units: students who owe more are held.
  above bigint check (above between 1 and 10000000000000),
  -- What the amount is compared with: overdue, or everything owed.
  counts text not null default 'overdue' check (counts in ('overdue', 'owed')),
  -- Students whose oldest due is overdue for more days are held.
  overdue_days int check (overdue_days between 1 and 365),
  -- With an amount and days: one of them, or both.
  needs text not null default 'either' check (needs in ('either', 'both')),
  -- Only students of these. No foreign keys: a rule for a class that is deleted must not become one for everybody.
  program_ids bigint[] not null default '{}',
  class_ids bigint[] not null default '{}',
  is_on boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  check (num_nonnulls(above, overdue_days) > 0)
);
create unique index hold_rules_name on hold_rules (institution_id, lower(name));
select akada_institution_table('hold_rules');

/* A student for whom what is withheld is released until a day. The latest one that has not ended counts. */
create table hold_lifts (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  student_id bigint not null,
  lifts text[] not null check (cardinality(lifts) between 1 and 20),
  until date not null,
  -- Empty after an erasure.
  reason text check (length(reason) between 1 and 300),
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  ended_at timestamptz,
  ended_by bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students
);
create index on hold_lifts (institution_id, student_id, id);
select akada_institution_table('hold_lifts');
