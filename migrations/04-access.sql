-- Accounts -----------------------------------------------------------------------------------------------------------

/* Codes for signing in without the second factor; each works once. */
create table recovery_codes (
  account_id bigint not null references accounts on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
grant select, insert, update, delete on recovery_codes to akada_app;

/* Invitations, password resets, set-up and second steps: a secret that works once. */
create table one_time_tokens (
  token_hash bytea primary key,
  kind text not null check (kind in ('invitation', 'reset', 'setup', 'second_step')),
  account_id bigint references accounts on delete cascade,
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on one_time_tokens (account_id, kind) where used_at is null;
grant select, insert, update, delete on one_time_tokens to akada_app;
grant select (kind, account_id, expires_at, used_at) on one_time_tokens to akada_gate;
