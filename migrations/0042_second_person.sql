-- Acts that need a second person, and the time at which a session last confirmed who sits at the keyboard.

create table approvals (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  -- The handler that does the act: accounts.giveRole.
  kind text not null check (kind ~ '^[a-z][a-zA-Z]*\.[a-zA-Z]+$'),
  subject_type text not null,
  subject_id bigint not null,
  -- Two requests of a kind with the same key are one request: account:12:role:4.
  about text not null check (length(about) between 1 and 200),
  payload jsonb not null default '{}',
  -- After the name of whoever asks and "wants to": give Musa Garba the role Bursar.
  summary text not null check (length(summary) between 1 and 300),
  -- Whoever holds it in the institution decides, except the one who asks.
  permission text not null,
  asked_by bigint not null references accounts,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set where nobody else could decide: from then on whoever asked may complete it alone.
  waits_until timestamptz,
  outcome text check (outcome in ('approved', 'declined', 'withdrawn', 'completed', 'expired')),
  decided_by bigint references accounts,
  decided_at timestamptz,
  reason text check (length(reason) between 1 and 300),
  primary key (institution_id, id),
  check ((outcome is null) = (decided_at is null)),
  check (decided_by <> asked_by or outcome in ('withdrawn', 'completed')),
  check (waits_until < expires_at)
);
create unique index approvals_waiting on approvals (institution_id, kind, about) where outcome is null;
create index on approvals (institution_id, subject_type, subject_id);
create index on approvals (asked_by);

alter table approvals enable row level security, force row level security;
create policy tenant on approvals to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on approvals to akada_gate using (true) with check (true);
-- Who asked for what stays as it was; erasure alone takes words out.
grant select, insert on approvals to akada_app;
grant update (payload, summary, outcome, decided_by, decided_at, reason) on approvals to akada_app;

alter table sessions add column confirmed_at timestamptz;
update sessions set confirmed_at = created_at;
alter table sessions alter column confirmed_at set not null, alter column confirmed_at set default now();
