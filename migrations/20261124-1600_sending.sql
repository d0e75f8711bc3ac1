/*
 * Messages: the outbox becomes the queue of everything that leaves the product. Each row is one message to one
 * recipient, with what happened to it and what it cost.
 */

/* What a user composed for many recipients; each recipient's text is a row of the outbox. */
create table messages (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  channel text not null check (channel in ('sms', 'email', 'whatsapp', 'notice', 'first')),
  -- What the school must say reaches also those who want no marketing.
  purpose text not null default 'service' check (purpose in ('service', 'marketing')),
  subject text check (length(subject) <= 200),
  -- With merge fields in braces: {first_name}.
  body text not null default '' check (length(body) <= 10000),
  -- The rules that choose the recipients, and who was taken out by hand.
  audience jsonb not null default '{}',
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'paused', 'stopped', 'done')),
  send_at timestamptz,
  repeats text check (repeats in ('weekly')),
  -- The permission that its text reveals something to: only its holders read it.
  needs text,
  department_id bigint,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  queued_at timestamptz,
  ended_at timestamptz,
  -- As of queueing.
  recipient_count int not null default 0,
  left_out_count int not null default 0,
  -- The message of every week that this one came from.
  repeat_of_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, repeat_of_id) references messages,
  check (state <> 'scheduled' or send_at is not null)
);
create index on messages (institution_id, account_id);
create index on messages (institution_id, repeat_of_id) where repeat_of_id is not null;
create index on messages (send_at) where state = 'scheduled';
select akada_institution_table('messages', 'select, insert, update');

alter table outbox drop constraint outbox_channel_check, drop constraint outbox_state_check;
alter table outbox
  add check (channel in ('sms', 'email', 'whatsapp', 'notice')),
  -- kept: there was no provider for its channel. uncertain: sending was interrupted, and the provider can't say whether
  -- it has the message. undelivered: the provider gave up; failed: it was refused.
  add check (state in ('kept', 'queued', 'sending', 'paused', 'sent', 'delivered', 'failed', 'undelivered', 'uncertain', 'stopped')),
  -- What it was written for: 'accounts.reset', 'payments.receipt', 'messages.composed'.
  add column event text not null default 'other' check (event ~ '^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)?$'),
  -- Codes before news before what was written for many.
  add column priority smallint not null default 5 check (priority between 1 and 9),
  add column message_id bigint,
  -- The recipient, if it is not a student; and the student it is about, or to.
  add column guardian_id bigint,
  add column employee_id bigint,
  add column student_id bigint,
  add column needs text,
  add column provider_id bigint,
  add column attempts smallint not null default 0,
  add column next_at timestamptz not null default now(),
  -- Somebody is sending it until then.
  add column leased_until timestamptz,
  add column parts smallint,
  add column network text check (length(network) <= 40),
  -- In minor units, for all parts; null if no price is known.
  add column price bigint check (price >= 0),
  add foreign key (institution_id, message_id) references messages,
  add foreign key (institution_id, guardian_id) references guardians,
  add foreign key (institution_id, employee_id) references employees,
  add foreign key (institution_id, student_id) references students;
create index on outbox (institution_id, message_id, id) where message_id is not null;
create index on outbox (institution_id, guardian_id, id) where guardian_id is not null;
create index on outbox (institution_id, employee_id, id) where employee_id is not null;
create index on outbox (institution_id, student_id, id) where student_id is not null;
create index outbox_due on outbox (institution_id, priority, id) where state = 'queued';
create index outbox_next on outbox (institution_id, next_at) where state = 'queued';
create index outbox_leased on outbox (institution_id, leased_until) where state = 'sending';

alter table outbox no force row level security;
-- Until now nothing sent them.
update outbox set state = 'kept' where state = 'queued';
alter table outbox force row level security;

/* Who sends, in order: the second sends what the first can't. */
create table message_providers (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  channel text not null check (channel in ('sms', 'email', 'whatsapp')),
  kind text not null check (kind in ('termii', 'africastalking', 'twilio', 'http', 'smtp', 'whatsapp')),
  place smallint not null default 1 check (place in (1, 2)),
  -- Everything that was entered, sealed; what may be shown again stands in `shown`.
  sealed bytea not null,
  shown jsonb not null default '{}',
  is_on boolean not null default false,
  per_second smallint not null default 20 check (per_second between 1 and 500),
  -- As the provider said; its own unit.
  balance numeric(18, 4),
  balance_unit text check (length(balance_unit) <= 10),
  balance_at timestamptz,
  tested_at timestamptz,
  saved_at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, id),
  unique (institution_id, channel, place)
);
select akada_institution_table('message_providers');
alter table outbox add foreign key (institution_id, provider_id) references message_providers on delete set null (provider_id);
create index on outbox (institution_id, provider_id) where provider_id is not null;

create table message_settings (
  institution_id int not null references institutions,
  -- Between them only codes and what was asked for are sent.
  quiet_from time,
  quiet_until time,
  -- In minor units.
  budget_month bigint check (budget_month >= 0),
  warn_below numeric(18, 4) check (warn_below >= 0),
  primary key (institution_id),
  check ((quiet_from is null) = (quiet_until is null))
);
select akada_institution_table('message_settings');

/* What a part costs, by the first digits of the number; the longest prefix decides. */
create table message_prices (
  institution_id int not null references institutions,
  -- With the country: +234803.
  prefix text not null check (prefix ~ '^\+[1-9][0-9]{0,9}$'),
  network text not null check (length(network) between 1 and 40),
  -- In minor units; null until entered.
  price bigint check (price between 0 and 1000000),
  primary key (institution_id, prefix)
);
select akada_institution_table('message_prices');

/* Numbers and addresses that may not be written to, and since when. */
create table contact_wishes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  channel text not null check (channel in ('sms', 'email', 'whatsapp')),
  -- E.164, or an e-mail address in small letters.
  address text not null check (length(address) between 3 and 254),
  blocks text not null check (blocks in ('marketing', 'everything')),
  reason text not null check (reason in ('opted_out', 'someone_else', 'bounced')),
  -- Who said so.
  said_by text not null check (said_by in ('reply', 'link', 'person', 'staff', 'provider')),
  note text check (length(note) <= 200),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by bigint references accounts,
  primary key (institution_id, id)
);
create unique index contact_wishes_one on contact_wishes (institution_id, address, channel, blocks) where ended_at is null;
select akada_institution_table('contact_wishes', 'select, insert, update');

/* How many recipients of a message are in which state, for its page and the list; kept by the trigger below. */
create table message_totals (
  institution_id int not null references institutions,
  message_id bigint not null,
  state text not null,
  network text not null,
  recipients int not null,
  parts int not null,
  price bigint not null,
  primary key (institution_id, message_id, state, network),
  foreign key (institution_id, message_id) references messages
);
select akada_institution_table('message_totals', 'select, insert, update');

/* Also for doors that change messages of several institutions. */
create function akada_count_recipients() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into message_totals as t
    select institution_id, message_id, state, coalesce(network, ''), count(*), coalesce(sum(parts), 0), coalesce(sum(price), 0)
    from after_rows where message_id is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (institution_id, message_id, state, network) do update set
      recipients = t.recipients + excluded.recipients, parts = t.parts + excluded.parts, price = t.price + excluded.price;
  else
    insert into message_totals as t
    select institution_id, message_id, state, coalesce(network, ''), sum(one), coalesce(sum(one * parts), 0), coalesce(sum(one * price), 0)
    from (
      select institution_id, message_id, state, network, parts, price, 1 as one from after_rows where message_id is not null
      union all
      select institution_id, message_id, state, network, parts, price, -1 from before_rows where message_id is not null
    ) changed
    group by 1, 2, 3, 4
    having sum(one) <> 0 or coalesce(sum(one * parts), 0) <> 0 or coalesce(sum(one * price), 0) <> 0
    order by 1, 2, 3, 4
    on conflict (institution_id, message_id, state, network) do update set
      recipients = t.recipients + excluded.recipients, parts = t.parts + excluded.parts, price = t.price + excluded.price;
  end if;
  return null;
end $$;
alter function akada_count_recipients() owner to akada_gate;
revoke all on function akada_count_recipients() from public;
grant select, insert, update on message_totals to akada_gate;
create trigger count_inserted after insert on outbox referencing new table as after_rows
  for each statement execute function akada_count_recipients();
create trigger count_updated after update on outbox referencing old table as before_rows new table as after_rows
  for each statement execute function akada_count_recipients();

/*
 * Parts of an SMS: 160 characters of the GSM alphabet or 70 others in one, 153 or 67 each in several, because six bytes
 * say how they belong together. A character of the extension table takes two places, and so does one beyond U+FFFF; both
 * stay in one part. 3GPP TS 23.038 and 23.040. src/kernel/messages/segments.ts counts the same.
 */
create function akada_sms_parts(body text) returns int
language plpgsql immutable strict parallel safe
as $$
declare
  is_gsm boolean := body !~ '[^@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&''()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\\[~\]|€\f]';
  wide text := case when is_gsm then '[\^{}\\\[~\]|€\f]' else '[\U00010000-\U0010FFFF]' end;
  wides int := regexp_count(body, wide);
  places int := length(body) + wides;
  room int := case when is_gsm then 153 else 67 end;
  parts int := 1;
  used int := 0;
  width int;
begin
  if places <= (case when is_gsm then 160 else 70 end) then return 1; end if;
  if wides = 0 then return ceil(places / room::numeric); end if;
  for at in 1 .. length(body) loop
    width := case when substr(body, at, 1) ~ wide then 2 else 1 end;
    if used + width > room then
      parts := parts + 1;
      used := 0;
    end if;
    used := used + width;
  end loop;
  return parts;
end $$;
grant execute on function akada_sms_parts(text) to akada_app;

/* Institutions with messages that are due, or whose sending was interrupted. */
create function akada_outbox_due() returns setof int
language sql volatile security definer set search_path = public, pg_temp
as $$
  select i.id from institutions i
  where exists (select from outbox o where o.institution_id = i.id and o.state = 'queued' and o.next_at <= now())
    or exists (select from outbox o where o.institution_id = i.id and o.state = 'sending' and o.leased_until <= now())
  order by i.id
$$;
alter function akada_outbox_due() owner to akada_gate;
revoke all on function akada_outbox_due() from public;
grant execute on function akada_outbox_due() to akada_app;
