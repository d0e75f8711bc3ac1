-- Whoever changes what several accounts see locks them in one order: two who met in the middle waited for each other.

create or replace function akada_touch_accounts() returns trigger
language plpgsql security definer set search_path = public
as $$
declare
  institution int;
  ids bigint[];
begin
  if tg_table_name = 'roles' then
    ids := array(select account_id from memberships where institution_id = new.institution_id and role_id = new.id);
  else
    -- An institution or one of its academic sessions, which every page of its people shows.
    institution := case when tg_table_name = 'institutions' then (to_jsonb(new) ->> 'id')::int
      else (to_jsonb(coalesce(new, old)) ->> 'institution_id')::int end;
    ids := array(select id from accounts where is_group_administrator
      union select account_id from memberships where institution_id = institution);
  end if;
  perform akada_touch(ids);
  return null;
end $$;

/* Raises the version of accounts, the smallest id first. */
create function akada_touch(ids bigint[]) returns void
language plpgsql security definer set search_path = public
as $$
begin
  perform 1 from accounts where id = any (ids) order by id for no key update;
  update accounts set access_version = access_version + 1 where id = any (ids);
end $$;
alter function akada_touch(bigint[]) owner to akada_gate;
revoke all on function akada_touch(bigint[]) from public;

/* The same for memberships, all that one statement wrote at once: a triggered row alone knows nothing of the others. */
create function akada_touch_members() returns trigger
language plpgsql security definer set search_path = public
as $$
begin
  if tg_op = 'INSERT' then
    perform akada_touch(array(select distinct account_id from added));
  elsif tg_op = 'DELETE' then
    perform akada_touch(array(select distinct account_id from gone));
  else
    perform akada_touch(array(select account_id from added union select account_id from gone));
  end if;
  return null;
end $$;
alter function akada_touch_members() owner to akada_gate;

drop trigger touch_accounts on memberships;
create trigger touch_accounts_added after insert on memberships
  referencing new table as added for each statement execute function akada_touch_members();
create trigger touch_accounts_changed after update on memberships
  referencing old table as gone new table as added for each statement execute function akada_touch_members();
create trigger touch_accounts_gone after delete on memberships
  referencing old table as gone for each statement execute function akada_touch_members();
