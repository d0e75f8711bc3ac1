-- A message belongs to the account it was written to: who may read it is decided from there, not from its address.
alter table outbox
  add column account_id bigint references accounts,
  -- The link or code in the text that opens the account's sign-in; null once it no longer works.
  add column key_kind text check (key_kind in ('invitation', 'reset'));
create index on outbox (account_id) where key_kind is not null;

alter table outbox no force row level security;
-- An invitation that still works is found by its token. The last address in a text is the link: a name stands before it.
update outbox o set account_id = t.account_id, key_kind = 'invitation'
from one_time_tokens t
where t.kind = 'invitation' and t.used_at is null and t.expires_at > now()
  and t.token_hash = sha256(convert_to(substring(o.body from '.*/invitations/([A-Za-z0-9_-]{43})'), 'UTF8'));
update outbox set body = 'This link has been used or replaced.'
where key_kind is null and body ~ '/invitations/[A-Za-z0-9_-]{43}';
update outbox set body = 'This code no longer works.' where body ~ '^[0-9]{8} is your code';
alter table outbox force row level security;

grant select, update (body, key_kind) on outbox to akada_gate;

/* Takes keys that no longer work out of the messages to an account, whichever institution sent them. */
create function akada_close_messages(account bigint, kinds text[], words text) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  with open as (
    select institution_id, id from outbox where account_id = account and key_kind = any (kinds)
    order by institution_id, id for no key update)
  update outbox o set body = words, key_kind = null from open where (o.institution_id, o.id) = (open.institution_id, open.id)
$$;
alter function akada_close_messages(bigint, text[], text) owner to akada_gate;
revoke all on function akada_close_messages(bigint, text[], text) from public;
grant execute on function akada_close_messages(bigint, text[], text) to akada_app;
