-- What a person is told in the product: the inbox behind the bell.

create table notifications (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind ~ '^[a-z][a-zA-Z]*\.[a-zA-Z]+$'),
  title text not null check (length(title) between 1 and 160),
  body text check (length(body) between 1 and 400),
  -- What it is about, in the product.
  href text check (href ~ '^/([^/\\]|$)' and length(href) <= 500),
  -- What an undo finds it by: assignment:12.
  subject text check (length(subject) <= 100),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  dismissed_at timestamptz,
  primary key (institution_id, id),
  -- What was put away does not count as unread.
  check (dismissed_at is null or read_at is not null)
);
create index notifications_mine on notifications (account_id, id desc) where dismissed_at is null;
create index notifications_unread on notifications (account_id, id) where read_at is null;
create index notifications_subject on notifications (institution_id, subject) where subject is not null;
create index notifications_read on notifications (read_at) where read_at is not null;

alter table notifications enable row level security, force row level security;
create policy tenant on notifications to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on notifications to akada_gate using (true) with check (true);
grant select, insert, update, delete on notifications to akada_app;
grant select, insert, delete on notifications to akada_gate;

/* Tells the processes whose inboxes have changed, and not what is in them. A payload has room for 8,000 bytes. */
create function akada_tell_inboxes() returns trigger
language plpgsql
as $$
declare ids bigint[];
begin
  select array_agg(distinct account_id) into ids from changed;
  for at in 0 .. coalesce(array_length(ids, 1), 0) / 300 loop
    if at * 300 < coalesce(array_length(ids, 1), 0) then
      perform pg_notify('akada_inboxes', array_to_string(ids[at * 300 + 1 : at * 300 + 300], ','));
    end if;
  end loop;
  return null;
end $$;
create trigger tell_inboxes_new after insert on notifications
  referencing new table as changed for each statement execute function akada_tell_inboxes();
create trigger tell_inboxes_changed after update on notifications
  referencing new table as changed for each statement execute function akada_tell_inboxes();
create trigger tell_inboxes_gone after delete on notifications
  referencing old table as changed for each statement execute function akada_tell_inboxes();

/* Who is signed out hears no more, at once. */
create function akada_tell_ended() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('akada_inboxes', new.account_id::text);
  return null;
end $$;
create trigger tell_ended after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function akada_tell_ended();

/* Removes what was read so many days ago, some at a time; returns how many. The nightly job enters no institution. */
create function akada_tidy_notifications(days int) returns int
language sql volatile security definer set search_path = public
as $$
  with gone as (
    delete from notifications where (institution_id, id) in (
      select institution_id, id from notifications where read_at < now() - make_interval(days => $1) limit 5000)
    returning 1)
  select count(*)::int from gone
$$;
alter function akada_tidy_notifications(int) owner to akada_gate;

/*
 * Tells those who keep the installation running, each once and in the first of their institutions: group administrators
 * and ICT administrators. Who has not read the last one of the kind is not told again within the day.
 */
create function akada_notify_keepers(kind text, title text, body text) returns void
language sql volatile security definer set search_path = public
as $$
  insert into notifications (institution_id, account_id, kind, title, body)
  select min(i.id), a.id, $1, $2, $3
  from accounts a join institutions i on a.is_group_administrator or exists (
    select from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.account_id = a.id and m.institution_id = i.id and r.key = 'ict_administrator')
  where a.disabled_at is null and not exists (
    select from notifications n where n.account_id = a.id and n.kind = $1 and n.read_at is null
      and n.created_at > now() - interval '20 hours')
  group by a.id
$$;
alter function akada_notify_keepers(text, text, text) owner to akada_gate;

revoke all on function akada_tidy_notifications(int), akada_notify_keepers(text, text, text) from public;
grant execute on function akada_tidy_notifications(int), akada_notify_keepers(text, text, text) to akada_app;
