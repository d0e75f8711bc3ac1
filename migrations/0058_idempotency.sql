-- Forms that must act once: the key that came with one, and what it was answered, for 24 hours.
-- Of the account that sent it, like its sessions. The answer is sealed with the key itself, of which only a hash is here.
create table idempotency_keys (
  account_id bigint not null references accounts on delete cascade,
  key_hash bytea not null check (length(key_hash) = 32),
  -- A MAC of route and body: the same key for something else is refused.
  request_mac bytea not null check (length(request_mac) = 32),
  -- Written by the transaction that acts; no other ever sees a row without it.
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (account_id, key_hash)
);
create index on idempotency_keys (created_at);
grant select, insert, update, delete on idempotency_keys to akada_app;
