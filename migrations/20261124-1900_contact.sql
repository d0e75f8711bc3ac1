/*
 * Which events write to whom, and how; and which of them were written about.
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
