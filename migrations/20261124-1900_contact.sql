/*
 * Which events write to whom, and how; which of them were written about; and what people answered.
 */

/* A cell that differs from what the event declares: switched on or off, or with a text of the institution's own. */
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

create table contact_settings (
  institution_id int not null references institutions,
  -- Days before and after the due date.
  due_days smallint not null default 3 check (due_days between 1 and 30),
  overdue_days smallint not null default 7 check (overdue_days between 1 and 90),
  -- In the institution's zone.
  birthday_hour smallint not null default 8 check (birthday_hour between 5 and 20),
  -- Balance and result by SMS.
  answers_balance boolean not null default false,
  answers_result boolean not null default false,
  primary key (institution_id)
);
select akada_institution_table('contact_settings');

/* What was written about, once for each step: an invoice, a payment, a birthday. */
create table told_events (
  institution_id int not null references institutions,
  event text not null,
  subject_id bigint not null,
  step text not null default '',
  told_at timestamptz not null default now(),
  primary key (institution_id, event, subject_id, step)
);
select akada_institution_table('told_events', 'select, insert, delete');

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
  read_at timestamptz,
  read_by bigint references accounts,
  primary key (institution_id, id),
  unique (institution_id, machine, provider_message_id),
  foreign key (institution_id, outbox_id) references outbox
);
create index on incoming_messages (institution_id, address, id);
create index on incoming_messages (institution_id, received_at);
create index on incoming_messages (institution_id, outbox_id) where outbox_id is not null;
create index on incoming_messages (read_by) where read_by is not null;
select akada_institution_table('incoming_messages', 'select, insert, update');

/* Whose number it was when the message came; several people share a number. */
create table incoming_people (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  incoming_id bigint not null,
  student_id bigint,
  guardian_id bigint,
  employee_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, incoming_id) references incoming_messages,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, guardian_id) references guardians,
  foreign key (institution_id, employee_id) references employees,
  check (num_nonnulls(student_id, guardian_id, employee_id) = 1)
);
create index on incoming_people (institution_id, incoming_id);
create index on incoming_people (institution_id, student_id) where student_id is not null;
create index on incoming_people (institution_id, guardian_id) where guardian_id is not null;
create index on incoming_people (institution_id, employee_id) where employee_id is not null;
select akada_institution_table('incoming_people');

/* Institutions that have switched one of these events on. */
create function akada_institutions_telling(events text[]) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct institution_id from message_switches where is_on and event = any (events) order by institution_id
$$;
alter function akada_institutions_telling(text[]) owner to akada_gate;
revoke all on function akada_institutions_telling(text[]) from public;
grant execute on function akada_institutions_telling(text[]) to akada_app;

-- Institutions from before: their owners confirm which roles get the permissions.
update institutions i set to_confirm = array_append(to_confirm, 'contact') where not 'contact' = any (to_confirm)
  and exists (select from roles r where r.institution_id = i.id and r.is_seeded
    and r.key in ('ict_administrator', 'registrar', 'principal'));
