-- What other programs sign with: one secret for each kind of program and institution, sealed with the installation's key.
create table machine_secrets (
  institution_id int not null references institutions,
  machine text not null check (machine ~ '^[a-z][a-z-]{1,39}$'),
  sealed bytea not null,
  -- After a replacement the one before works a day longer.
  previous bytea,
  previous_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_id, machine),
  check ((previous is null) = (previous_until is null))
);

-- Which of their requests were carried out: the same one again changes nothing.
create table machine_receipts (
  institution_id int not null references institutions,
  machine text not null,
  body_hash bytea not null check (length(body_hash) = 32),
  received_at timestamptz not null default now(),
  primary key (institution_id, machine, body_hash)
);
create index on machine_receipts (received_at);

do $$
declare t text;
begin
  foreach t in array array['machine_secrets', 'machine_receipts'] loop
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy tenant on %I to akada_app using (institution_id = any ((select akada_institutions())::int[])) with check (institution_id = any ((select akada_institutions())::int[]))', t);
    execute format('create policy gate on %I to akada_gate using (true) with check (true)', t);
  end loop;
end $$;
grant select, insert, update on machine_secrets to akada_app;
grant select, insert on machine_receipts to akada_app;
grant select, delete on machine_receipts to akada_gate;

/* Forgets requests that came so many days ago; returns how many. The job enters no institution. */
create function akada_tidy_machine_receipts(days int) returns int
language sql volatile security definer set search_path = public, pg_temp
as $$
  with gone as (delete from machine_receipts where received_at < now() - make_interval(days => $1) returning 1)
  select count(*)::int from gone
$$;
alter function akada_tidy_machine_receipts(int) owner to akada_gate;
revoke all on function akada_tidy_machine_receipts(int) from public;
grant execute on function akada_tidy_machine_receipts(int) to akada_app;

-- How far a message has come, as its provider reports it.
alter table outbox
  add column state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed')),
  add column state_at timestamptz,
  -- The provider's own name for it, by which reports find it.
  add column provider_message_id text check (length(provider_message_id) between 1 and 100),
  add column failure text check (length(failure) <= 200),
  add unique (institution_id, provider_message_id);
alter table outbox no force row level security;
update outbox set state = 'sent', state_at = sent_at where sent_at is not null;
alter table outbox force row level security;
