-- Area: kernel
/*
 * What is reported to the directory in front of several installations: docs/decisions/0100-directory.md. directory_key is
 * the fingerprint of the key that digests are made with; without one nothing is noted. Each message has a revision.
 */
alter table installation
  add directory_key text,
  add directory_revision bigint not null default 0,
  add directory_acknowledged bigint not null default 0,
  -- Everything is being sent again since this revision; the directory then deletes what is older.
  add directory_anew bigint,
  add directory_busy_until timestamptz;

/* What has changed and was not reported yet: an account by its id, an institution by its negative id. */
create table directory_changes (
  id bigint generated always as identity primary key,
  subject bigint not null
);
grant select, delete on directory_changes to akada_app;
grant insert, delete on directory_changes to akada_gate;
grant update (directory_key, directory_revision, directory_acknowledged, directory_anew, directory_busy_until)
  on installation to akada_gate;

/* Notes a row for the directory. Its arguments are the column of the id and the id's sign. */
create function akada_note_for_directory() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  was jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  insert into directory_changes (subject)
  select (was ->> tg_argv[0])::bigint * tg_argv[1]::int from installation where directory_key is not null;
  return null;
end
$$;
alter function akada_note_for_directory() owner to akada_gate;
revoke all on function akada_note_for_directory() from public;

create trigger note_for_directory
  after insert or delete or update of username, email, phone, signs_in_by_email, signs_in_by_phone, disabled_at on accounts
  for each row execute function akada_note_for_directory('id', '1');
create trigger note_for_directory after insert or delete on institutions
  for each row execute function akada_note_for_directory('id', '-1');
create trigger note_for_directory after insert or delete or update of slug, is_published on sites
  for each row execute function akada_note_for_directory('institution_id', '-1');
create trigger note_for_directory after insert or delete or update of host, status on site_hosts
  for each row execute function akada_note_for_directory('institution_id', '-1');
create trigger note_for_directory after insert or delete or update on moved_institutions
  for each row execute function akada_note_for_directory('id', '-1');

/* Notes everything for the directory, whose last revision is `known`. */
create function akada_tell_directory_all(fingerprint text, known bigint) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update installation set directory_key = fingerprint, directory_revision = greatest(directory_revision, known),
    directory_acknowledged = known, directory_anew = greatest(directory_revision, known) + 1, directory_busy_until = null;
  delete from directory_changes;
  insert into directory_changes (subject)
  select -id from institutions union all select id from accounts where disabled_at is null;
$$;
alter function akada_tell_directory_all(text, bigint) owner to akada_gate;
revoke all on function akada_tell_directory_all(text, bigint) from public;
grant execute on function akada_tell_directory_all(text, bigint) to akada_app;

/*
 * The names by which subjects are found: of accounts what signs them in, of an institution its number and its published
 * site's address and hosts. For a host also the path of the site.
 */
create function akada_found_by(subjects bigint[]) returns table (subject bigint, kind text, name text, path text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select a.id, 'account', n.name, null::text from accounts a
  cross join lateral (values (a.username), (case when a.signs_in_by_email then a.email end),
    (case when a.signs_in_by_phone then a.phone end)) n (name)
  where a.id = any (subjects) and a.disabled_at is null and n.name is not null
  union all
  select -i.id, 'institution', i.id::text, null from institutions i
  where -i.id = any (subjects) and not exists (select from moved_institutions m where m.id = i.id and m.removed_at is null)
  union all
  select -s.institution_id, n.kind, n.name, case when n.kind = 'host' then '/sites/' || s.slug end
  from sites s join public_names n on n.holder_id = s.institution_id and n.kind in ('slug', 'host')
  where -s.institution_id = any (subjects) and s.is_published
    and not exists (select from moved_institutions m where m.id = s.institution_id and m.removed_at is null)
$$;
alter function akada_found_by(bigint[]) owner to akada_gate;
revoke all on function akada_found_by(bigint[]) from public;
grant execute on function akada_found_by(bigint[]) to akada_app;
