-- Queue of messages --------------------------------------------------------------------------------------------------

/* Sender names, quiet hours, credit and limits of an institution's messages. */
create table message_settings (
  institution_id int primary key references institutions,
  -- Between them only codes and what was asked for are sent.
  quiet_from time,
  quiet_until time,
  -- In minor units.
  budget_month bigint check (budget_month >= 0),
  warn_below numeric(18,4) check (warn_below >= 0),
  check ((quiet_from is null) = (quiet_until is null))
);
select akada_institution_table('message_settings');

/* Who sends, in order: the second sends what the first can't. */
create table message_providers (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  channel text not null check (channel in ('sms', 'email', 'whatsapp')),
  kind text not null check (kind in ('termii', 'africastalking', 'twilio', 'http', 'smtp', 'whatsapp')),
  place smallint default 1 check (place in (1, 2)),
  -- Everything that was entered, sealed; what may be shown again stands in `shown`.
  sealed bytea not null,
  shown jsonb not null default '{}',
  is_on boolean not null default false,
  per_second smallint not null default 20 check (per_second between 1 and 500),
  -- As the provider said; its own unit.
  balance numeric(18,4),
  balance_unit text check (length(balance_unit) <= 10),
  balance_at timestamptz,
  tested_at timestamptz,
  saved_at timestamptz not null default now(),
  account_id bigint references accounts,
  -- The warning that the account runs low, said once until there is enough again; and why the last question failed.
  warned_at timestamptz,
  balance_trouble text check (length(balance_trouble) <= 300),
  retired_at timestamptz,
  primary key (institution_id, id),
  unique (institution_id, channel, place),
  constraint message_providers_retired
    check ((place is null) = (retired_at is not null) and (retired_at is null or not is_on))
);
select akada_institution_table('message_providers');
grant select on message_providers to akada_gate;

/* Institutions with a provider whose balance can be asked for. */
create function akada_institutions_with_providers() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct institution_id from message_providers where is_on order by 1 $$;
alter function akada_institutions_with_providers() owner to akada_gate;
revoke all on function akada_institutions_with_providers() from public;
grant execute on function akada_institutions_with_providers() to akada_app;

/* What a part costs, by the first digits of the number; the longest prefix decides. */
create table message_prices (
  institution_id int not null references institutions,
  -- With the country: +234803.
  prefix text not null check (prefix ~ '^\+[1-9][0-9]{0,9}$'),
  network text not null check (length(network) between 1 and 40),
  -- In minor units; null until entered.
  price bigint check (price between 0 and 1000000),
  -- What a message by WhatsApp costs, by the beginning of the number, beside what a part of an SMS costs.
  channel text not null default 'sms' check (channel in ('sms', 'whatsapp')),
  primary key (institution_id, channel, prefix),
  check (channel = 'whatsapp' or lower(network) <> 'whatsapp')
);
select akada_institution_table('message_prices');

/* The calling code of a number in E.164, with its +: '+234'. No code begins with another (ITU E.164). */
create function akada_calling_code(number text) returns text
language sql immutable parallel safe
as $$
  -- Apart, because an expression takes the longest of its branches.
  select coalesce(substring(number from '^\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])'),
    substring(number from '^\+[0-9]{3}'))
$$;
grant execute on function akada_calling_code(text) to akada_app;

/*
 * What a message to a number costs: the price of the longest beginning, otherwise, because new networks appear all the
 * time, that of the dearest network of its country. No row for a country without any price.
 */
create function akada_price_of(of_institution int, of_channel text, number text) returns table (network text, price bigint)
language sql stable rows 1
as $$
  select case when starts_with($3, p.prefix) then p.network else 'Other networks' end, p.price
  from (select akada_calling_code($3) as code offset 0) c
  join message_prices p on p.institution_id = $1 and p.channel = $2 and (starts_with($3, p.prefix) or starts_with(p.prefix, c.code))
  order by case when starts_with($3, p.prefix) then length(p.prefix) end desc nulls last, p.price desc nulls last limit 1
$$;
grant execute on function akada_price_of(int, text, text) to akada_app;

/* Automatic messages of an institution that differ from their default: on, off, or with a text of its own. */
create table message_switches (
  institution_id int not null references institutions,
  event text not null check (event ~ '^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$'),
  audience text not null check (audience in ('student', 'guardian', 'employee')),
  channel text not null check (channel in ('sms', 'email', 'notice')),
  is_on boolean not null,
  -- What happened before it was switched on is not written about.
  on_since timestamptz,
  -- With fields in braces; null is the event's own.
  text text check (length(text) between 1 and 1000),
  primary key (institution_id, event, audience, channel),
  check (is_on = (on_since is not null))
);
select akada_institution_table('message_switches');
grant select on message_switches to akada_gate;

/* Institutions that have switched one of these events on. */
create function akada_institutions_telling(events text[]) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct institution_id from message_switches where is_on and event = any (events) order by institution_id
$$;
alter function akada_institutions_telling(text[]) owner to akada_gate;
revoke all on function akada_institutions_telling(text[]) from public;
grant execute on function akada_institutions_telling(text[]) to akada_app;

/* Numbers and addresses that opted out of messages, and since when. */
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
  -- A message by WhatsApp fills a template that was approved: its name, language, text, and values with fields in
  -- braces.
  template jsonb check (jsonb_typeof(template) = 'object'),
  -- What the choice of its recipients reveals of them, as permissions with a space between two, like needs: who owes
  -- money, who has a religion, whose results are good. Users who hold all of them see who the recipients are.
  audience_needs text,
  primary key (institution_id, id),
  foreign key (institution_id, repeat_of_id) references messages,
  foreign key (institution_id, department_id) references departments (institution_id, id),
  check (state <> 'scheduled' or send_at is not null),
  constraint messages_needs check (needs ~ '^[a-z]+[.][A-Za-z]+( [a-z]+[.][A-Za-z]+)*$')
);
create index on messages (institution_id, account_id);
create index on messages (institution_id, repeat_of_id) where repeat_of_id is not null;
create index on messages (send_at) where state = 'scheduled';
create index on messages (institution_id, department_id) where department_id is not null;
-- A message is done once none of its recipients waits: usually the sender says so. If the process ended between the
-- last answer and that, or its provider was switched off, the job of scheduled messages does.
create index messages_sending on messages (institution_id, id) where state = 'sending';
create index messages_revealing on messages (institution_id, id) where audience_needs is not null;
select akada_institution_table('messages', 'select, insert, update');
grant select on messages to akada_gate;

/* How many recipients of a message are in which state, for its page and the list; kept by the trigger below. */
create table message_totals (
  institution_id int not null references institutions,
  message_id bigint not null,
  state text not null,
  network text not null,
  recipients int not null,
  parts int not null,
  price bigint not null,
  -- Recipients whose messages are paid for and have no price, so that what they cost isn't shown as nothing.
  unpriced int not null default 0,
  primary key (institution_id, message_id, state, network),
  foreign key (institution_id, message_id) references messages
);
select akada_institution_table('message_totals', 'select, insert, update');
grant select, insert, update on message_totals to akada_gate;

/* Institutions with composed messages whose time has come, or of which nothing waits any more. */
create function akada_messages_due() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select institution_id from messages where state = 'scheduled' and send_at <= now()
  union
  select m.institution_id from messages m where m.state = 'sending'
    and not exists (select from message_totals t where t.institution_id = m.institution_id and t.message_id = m.id
      and t.state in ('queued', 'sending', 'paused') and t.recipients > 0)
  order by 1
$$;
alter function akada_messages_due() owner to akada_gate;
revoke all on function akada_messages_due() from public;
grant execute on function akada_messages_due() to akada_app;

/* The queue of messages: one row for each recipient and channel. Without a provider they wait here. */
create table outbox (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  channel text not null check (channel in ('sms', 'email', 'whatsapp', 'notice')),
  recipient text not null,
  subject text,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The account that the message was written to. It decides who can read the message, not the address.
  account_id bigint references accounts,
  -- The link or code in the text that opens the account's sign-in; null once it no longer works.
  key_kind text check (key_kind in ('invitation', 'reset', 'order', 'application')),
  -- How far a message has come, as its provider reports it.
  state text not null default 'queued',
  state_at timestamptz,
  -- The provider's own name for it, by which reports find it.
  provider_message_id text check (length(provider_message_id) between 1 and 200),
  failure text check (length(failure) <= 200),
  -- What applicants are told belongs to their application, and is erased with it.
  application_id bigint,
  -- What it was written for: 'accounts.reset', 'payments.receipt', 'messages.composed'.
  event text not null default 'other' check (event ~ '^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)?$'),
  -- Codes before news before what was written for many.
  priority smallint not null default 5 check (priority between 1 and 9),
  message_id bigint,
  -- The recipient, if it is not a student; and the student it is about, or to.
  guardian_id bigint,
  employee_id bigint,
  student_id bigint,
  needs text,
  provider_id bigint,
  attempts smallint not null default 0,
  next_at timestamptz not null default now(),
  -- Somebody is sending it until then.
  leased_until timestamptz,
  parts smallint,
  network text check (length(network) <= 40),
  -- In minor units, for all parts; null if no price is known.
  price bigint check (price >= 0),
  -- The provider that must be asked next: the second, after the first couldn't, or the same one after an answer was
  -- lost.
  next_place smallint check (next_place in (1, 2)),
  -- The WhatsApp template of this message: name, language and the values as sent. The body says what the recipient
  -- reads.
  template jsonb check (jsonb_typeof(template) = 'object'),
  pinned_to bigint,
  -- What a visitor caused to be sent, and to whom: a contact that staff know or not, or the visitor's own account on
  -- a device that has signed in before. Null for everything else.
  visitor_contact text check (visitor_contact in ('confirmed', 'unconfirmed', 'device')),
  primary key (institution_id, id),
  unique (institution_id, provider_message_id),
  foreign key (institution_id, application_id) references applications on delete set null (application_id),
  foreign key (institution_id, message_id) references messages,
  foreign key (institution_id, guardian_id) references guardians,
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, provider_id) references message_providers on delete set null (provider_id),
  foreign key (institution_id, pinned_to) references message_providers on delete set null (pinned_to),
  -- kept: there was no provider for its channel. uncertain: sending was interrupted, and the provider can't say
  -- whether it has the message. undelivered: the provider gave up; failed: it was refused.
  check (state in ('kept', 'queued', 'sending', 'paused', 'sent', 'delivered', 'failed', 'undelivered', 'uncertain', 'stopped')),
  -- A text can reveal several things: the permissions for all of them, with a space between two.
  constraint outbox_needs check (needs ~ '^[a-z]+[.][A-Za-z]+( [a-z]+[.][A-Za-z]+)*$')
);
create index on outbox (account_id) where key_kind is not null;
create index on outbox (institution_id, application_id) where application_id is not null;
-- The message with the code is written in the transaction that starts the application.
create index on outbox (institution_id, created_at) where key_kind = 'application';
create index on outbox (institution_id, message_id, id) where message_id is not null;
create index on outbox (institution_id, guardian_id, id) where guardian_id is not null;
create index on outbox (institution_id, employee_id, id) where employee_id is not null;
create index on outbox (institution_id, student_id, id) where student_id is not null;
create index outbox_due on outbox (institution_id, priority, id) where state = 'queued';
create index outbox_next on outbox (institution_id, next_at) where state = 'queued';
create index outbox_leased on outbox (institution_id, leased_until) where state = 'sending';
create index on outbox (institution_id, provider_id) where provider_id is not null;
create index outbox_second on outbox (institution_id, priority, id) where state = 'queued' and next_place = 2;
-- What single messages cost in a month; those of composed messages stand in message_totals.
create index outbox_single_costs on outbox (institution_id, created_at) include (price)
  where message_id is null and price is not null;
-- The history of a person: messages from before they named their recipient are found by number or address.
create index outbox_recipient on outbox (institution_id, recipient, id);
-- What went wrong is rare, and is what an office looks for.
create index outbox_problems on outbox (institution_id, id) where state in ('failed', 'undelivered', 'uncertain', 'stopped');
-- The outbox by day.
create index outbox_created on outbox (institution_id, created_at);
create index outbox_costs on outbox (institution_id, sent_at) include (price, parts, event, network, message_id, channel)
  where sent_at is not null;
create index on outbox (institution_id, pinned_to) where pinned_to is not null;
-- One mailbox, with or without +tag.
create index outbox_visitors on outbox (institution_id, lower(regexp_replace(recipient, '\+[^@]*@', '@')), created_at)
  where visitor_contact is not null;
create index outbox_unconfirmed on outbox (institution_id, channel, created_at) where visitor_contact = 'unconfirmed';
select akada_institution_table('outbox', 'select, insert, update');
grant select, update (recipient, subject, body, key_kind, failure) on outbox to akada_gate;

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

/*
 * Parts of an SMS: 160 characters of the GSM alphabet or 70 others in one, 153 or 67 each in several, because six
 * bytes say how they belong together. A character of the extension table takes two places, and so does one beyond
 * U+FFFF; both stay in one part. 3GPP TS 23.038 and 23.040. src/kernel/messages/segments.ts counts the same.
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

/* Keeps message_totals. Runs as akada_gate, because some functions change messages of several institutions. */
create function akada_count_recipients() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into message_totals as t (institution_id, message_id, state, network, recipients, parts, price, unpriced)
    select institution_id, message_id, state, coalesce(network, ''), count(*), coalesce(sum(parts), 0), coalesce(sum(price), 0),
      count(*) filter (where price is null and channel in ('sms', 'whatsapp'))
    from after_rows where message_id is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (institution_id, message_id, state, network) do update set
      recipients = t.recipients + excluded.recipients, parts = t.parts + excluded.parts, price = t.price + excluded.price,
      unpriced = t.unpriced + excluded.unpriced;
  else
    insert into message_totals as t (institution_id, message_id, state, network, recipients, parts, price, unpriced)
    select institution_id, message_id, state, coalesce(network, ''), sum(one), coalesce(sum(one * parts), 0), coalesce(sum(one * price), 0),
      coalesce(sum(one) filter (where price is null and channel in ('sms', 'whatsapp')), 0)
    from (
      select institution_id, message_id, state, network, parts, price, channel, 1 as one from after_rows where message_id is not null
      union all
      select institution_id, message_id, state, network, parts, price, channel, -1 from before_rows where message_id is not null
    ) changed
    group by 1, 2, 3, 4
    having sum(one) <> 0 or coalesce(sum(one * parts), 0) <> 0 or coalesce(sum(one * price), 0) <> 0
      or coalesce(sum(one) filter (where price is null and channel in ('sms', 'whatsapp')), 0) <> 0
    order by 1, 2, 3, 4
    on conflict (institution_id, message_id, state, network) do update set
      recipients = t.recipients + excluded.recipients, parts = t.parts + excluded.parts, price = t.price + excluded.price,
      unpriced = t.unpriced + excluded.unpriced;
  end if;
  return null;
end $$;
alter function akada_count_recipients() owner to akada_gate;
revoke all on function akada_count_recipients() from public;

create trigger count_inserted after insert on outbox referencing new table as after_rows
  for each statement execute function akada_count_recipients();
create trigger count_updated after update on outbox referencing old table as before_rows new table as after_rows
  for each statement execute function akada_count_recipients();

-- Templates and groups -----------------------------------------------------------------------------------------------

/* Texts and recipients of messages that are used again. */
create table message_templates (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  subject text check (length(subject) <= 200),
  body text not null check (length(body) between 1 and 10000),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create unique index message_templates_name on message_templates (institution_id, lower(name));
create index on message_templates (account_id);
select akada_institution_table('message_templates');

/* Saved choices of recipients. */
create table message_groups (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  audience jsonb not null,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A group is shared with everyone who writes messages for the institution, or is its author's alone.
  is_shared boolean not null default true,
  primary key (institution_id, id),
  check (is_shared or account_id is not null)
);
create unique index message_groups_name on message_groups (institution_id, lower(name));
create index on message_groups (account_id);
select akada_institution_table('message_groups');

-- Contact ------------------------------------------------------------------------------------------------------------

/* How incoming messages are answered. */
create table contact_settings (
  institution_id int primary key references institutions,
  -- Days before and after the due date.
  due_days smallint not null default 3 check (due_days between 1 and 30),
  overdue_days smallint not null default 7 check (overdue_days between 1 and 90),
  -- In the institution's zone.
  birthday_hour smallint not null default 8 check (birthday_hour between 5 and 20),
  -- Whether questions about balance and result by SMS are answered.
  answers_balance boolean not null default false,
  answers_result boolean not null default false
);
select akada_institution_table('contact_settings');

/* Events that people were notified of, once for each step: an invoice, a payment, a birthday. */
create table told_events (
  institution_id int not null references institutions,
  event text not null,
  source_id bigint constraint told_events_subject_id_not_null not null,
  step text not null default '',
  told_at timestamptz not null default now(),
  primary key (institution_id, event, source_id, step)
);
select akada_institution_table('told_events', 'select, insert, delete');

/* Messages that came in by SMS or WhatsApp. */
create table incoming_messages (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  channel text not null check (channel in ('sms', 'whatsapp')),
  -- E.164.
  address text not null check (length(address) between 3 and 40),
  body text not null check (length(body) <= 1600),
  kind text not null default 'reply' check (kind in ('reply', 'stop', 'start', 'wrong', 'balance', 'result')),
  -- As the provider names it: the same message is taken once.
  machine text not null,
  provider_message_id text check (length(provider_message_id) <= 100),
  -- The last message that went to this number.
  outbox_id bigint,
  -- Of a question by SMS: whether it got the answer.
  is_answered boolean,
  received_at timestamptz not null default now(),
  -- A reply belongs to whoever wrote the message that it answers, and is read and answered once.
  sender_id bigint references accounts,
  read_at timestamptz,
  read_by bigint references accounts,
  primary key (institution_id, id),
  unique (institution_id, machine, provider_message_id),
  foreign key (institution_id, outbox_id) references outbox
);
create index on incoming_messages (institution_id, address, id);
create index on incoming_messages (institution_id, received_at);
create index on incoming_messages (institution_id, outbox_id) where outbox_id is not null;
create index on incoming_messages (institution_id, sender_id, id) where sender_id is not null;
create index incoming_unread on incoming_messages (institution_id, sender_id) where read_at is null;
select akada_institution_table('incoming_messages', 'select, insert, update');

/* Replies to incoming messages. */
create table contact_answers (
  institution_id int not null references institutions,
  outbox_id bigint not null,
  incoming_id bigint not null,
  account_id bigint references accounts,
  primary key (institution_id, outbox_id),
  foreign key (institution_id, outbox_id) references outbox,
  foreign key (institution_id, incoming_id) references incoming_messages
);
create index on contact_answers (institution_id, incoming_id);
select akada_institution_table('contact_answers', 'select, insert');

-- Notices ------------------------------------------------------------------------------------------------------------

/* The notice board: texts for employees, students or guardians, of all classes and departments or of chosen ones. */
create table notices (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  title text not null check (length(title) between 1 and 120),
  -- Markdown.
  body text not null default '' check (length(body) <= 20000),
  to_employees boolean not null default false,
  to_students boolean not null default false,
  to_guardians boolean not null default false,
  -- Without any, all students and their guardians. What is deleted later matches nobody.
  batch_ids bigint[] not null default '{}' check (cardinality(batch_ids) <= 200),
  class_ids bigint[] not null default '{}' check (cardinality(class_ids) <= 200),
  -- Without any, all employees.
  departments text[] not null default '{}' check (cardinality(departments) <= 100),
  from_day date not null,
  until_day date,
  is_pinned boolean not null default false,
  -- Also on the public site, without attachments.
  is_public boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  published_at timestamptz,
  -- When those concerned were notified.
  announced_at timestamptz,
  author text not null,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When SMS and e-mails about a notice were written: once ever, also if it is withdrawn and published again.
  told_at timestamptz,
  -- A notice whose SMS cost more than the credit, published by somebody who may overspend and said so.
  overspends boolean not null default false,
  primary key (institution_id, id),
  check (until_day is null or until_day >= from_day),
  check (to_employees or to_students or to_guardians),
  check ((state = 'draft') = (published_at is null))
);
create index on notices (institution_id, from_day) where state = 'published';
create index notices_due on notices (from_day) where state = 'published' and announced_at is null;
select akada_institution_table('notices');
grant select on notices to akada_gate;

/* Notices that were published for a later day are announced at seven in the morning, not at midnight. */
create function akada_notices_due() returns setof int
language sql volatile security definer set search_path = public, pg_temp
as $$
  select distinct n.institution_id from notices n join institutions i on i.id = n.institution_id
  where n.state = 'published' and n.announced_at is null and n.from_day + interval '7 hours' <= now() at time zone i.time_zone
    and (n.until_day is null or n.until_day >= (now() at time zone i.time_zone)::date)
  order by 1
$$;
alter function akada_notices_due() owner to akada_gate;
revoke all on function akada_notices_due() from public;
grant execute on function akada_notices_due() to akada_app;

/* Attachments of notices. */
create table notice_files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  notice_id bigint not null,
  file_id bigint not null,
  title text not null check (length(title) between 1 and 120),
  primary key (institution_id, id),
  foreign key (institution_id, notice_id) references notices on delete cascade,
  foreign key (institution_id, file_id) references files
);
create index on notice_files (institution_id, notice_id);
create index on notice_files (institution_id, file_id);
select akada_institution_table('notice_files');

/* Who opened a notice, and when first. */
create table notice_reads (
  institution_id int not null references institutions,
  notice_id bigint not null,
  account_id bigint not null references accounts on delete cascade,
  read_at timestamptz not null default now(),
  primary key (institution_id, notice_id, account_id),
  foreign key (institution_id, notice_id) references notices on delete cascade
);
create index on notice_reads (account_id);
select akada_institution_table('notice_reads', 'select, insert, delete');

-- Letters ------------------------------------------------------------------------------------------------------------

/* Letters on paper: one text to many, with what each of them got, so that it can be proved and printed again. */
create table letters (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  recipients text not null check (recipients in ('guardians', 'students')),
  reach text not null check (reach in ('unreached', 'all')),
  -- Without any, all current students.
  batch_ids bigint[] not null default '{}' check (cardinality(batch_ids) <= 200),
  -- With merge fields in braces.
  subject text not null check (length(subject) between 1 and 120),
  body text not null check (length(body) between 1 and 6000),
  signed_by text not null check (length(signed_by) between 1 and 120),
  -- The permissions that the text reveals something to: only their holders read it.
  needs text,
  letter_count int not null check (letter_count > 0),
  day date not null,
  author text not null,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id)
);
select akada_institution_table('letters', 'select, insert');

/* What each recipient got, in the order of the pages. */
create table letter_copies (
  institution_id int not null references institutions,
  letter_id bigint not null,
  place int not null,
  guardian_id bigint,
  -- Whom it is to, or about.
  student_id bigint,
  name text not null,
  address text[] not null default '{}',
  subject text not null,
  body text not null,
  primary key (institution_id, letter_id, place),
  foreign key (institution_id, letter_id) references letters,
  foreign key (institution_id, guardian_id) references guardians,
  foreign key (institution_id, student_id) references students
);
create index on letter_copies (institution_id, guardian_id) where guardian_id is not null;
create index on letter_copies (institution_id, student_id) where student_id is not null;
select akada_institution_table('letter_copies');

/* Files of letters: made by a job, downloaded, and deleted a day later. */
create table letter_files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  letter_id bigint not null,
  letter_count int not null check (letter_count > 0),
  done_count int not null default 0,
  file_id bigint,
  failure text,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, letter_id) references letters,
  check ((state = 'done') = (file_id is not null))
);
create index on letter_files (institution_id, created_at);
create index on letter_files (institution_id, letter_id);
select akada_institution_table('letter_files');
grant select, delete on letter_files to akada_gate;

/* Deletes the files that are older than so many days; returns where they are stored. */
create function akada_tidy_letter_files(days int) returns setof text
language sql volatile security definer set search_path = public, pg_temp
as $$
  with old as (
    delete from letter_files where created_at < now() - make_interval(days => $1) returning institution_id, file_id)
  delete from files f using old where (f.institution_id, f.id) = (old.institution_id, old.file_id)
  returning f.stored_as
$$;
alter function akada_tidy_letter_files(int) owner to akada_gate;
revoke all on function akada_tidy_letter_files(int) from public;
grant execute on function akada_tidy_letter_files(int) to akada_app;
