/*
 * Where money, messages and secrets go is decided by two people (decision 0063). What they agree on waits here, sealed:
 * a request's payload holds no secrets.
 */
create table pending_changes (
  institution_id int not null,
  approval_id bigint not null,
  sealed bytea not null,
  primary key (institution_id, approval_id),
  foreign key (institution_id, approval_id) references approvals
);
select akada_institution_table('pending_changes', 'select, insert, delete');

/* However a request ends, its secrets go: declined, withdrawn, expired, erased or carried out. */
create function akada_drop_pending_change() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  delete from pending_changes where institution_id = new.institution_id and approval_id = new.id;
  return null;
end $$;
create trigger drop_pending_change after update of outcome on approvals
  for each row when (old.outcome is null and new.outcome is not null) execute function akada_drop_pending_change();

/* Whoever holds one of these permissions may stop the request while it waits a day for want of a second person. */
alter table approvals add column objectors text[] not null default '{}';

/* Requests of one person that have waited long enough take effect by themselves. */
create function akada_changes_due() returns table (institution_id int, id bigint)
language sql volatile security definer set search_path = public, pg_temp
as $$
  select institution_id, id from approvals
  where outcome is null and objectors <> '{}' and waits_until <= now() and expires_at > now() order by id
$$;
alter function akada_changes_due() owner to akada_gate;
revoke all on function akada_changes_due() from public;
grant execute on function akada_changes_due() to akada_app;

/*
 * A message about a replaced provider leaves through the old one: its settings stay in a row without a place until that
 * message is sent. Providers saved before this migration count as agreed to, like everything in this table.
 */
alter table message_providers alter column place drop not null;
alter table message_providers add column retired_at timestamptz;
alter table message_providers add constraint message_providers_retired check ((place is null) = (retired_at is not null) and (retired_at is null or not is_on));
alter table outbox add column pinned_to bigint;
alter table outbox add foreign key (institution_id, pinned_to) references message_providers on delete set null (pinned_to);
create index on outbox (institution_id, pinned_to) where pinned_to is not null;
