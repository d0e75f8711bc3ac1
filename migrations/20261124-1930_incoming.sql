-- Balance and result by SMS.
alter table contact_settings
  add column answers_balance boolean not null default false,
  add column answers_result boolean not null default false;

/* What came in by SMS. */
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
  primary key (institution_id, id),
  unique (institution_id, machine, provider_message_id),
  foreign key (institution_id, outbox_id) references outbox
);
create index on incoming_messages (institution_id, address, id);
create index on incoming_messages (institution_id, received_at);
create index on incoming_messages (institution_id, outbox_id) where outbox_id is not null;
select akada_institution_table('incoming_messages', 'select, insert, update');
