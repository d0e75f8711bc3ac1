-- The audit log names whom it mentions by id, keeps the account of who acted, and is sealed by a chain of hashes.

alter table audit_entries
  -- The account's name for signing in, as it was at the time: a person cannot give it to himself as he can his name.
  add column username text,
  -- Whom the entry tells of beside its subject: {"of": "student", "id": 12, "at": 5, "length": 8, "details": [["cleared"]]},
  -- the place of the name in the summary, and the paths of the details that tell of that person. "whole": the place is unknown.
  add column mentions jsonb not null default '[]',
  -- Given by akada_seal_log, seconds after the commit: the place in the institution's chain, and the chain's hash there.
  add column seq bigint,
  add column hash bytea,
  -- Of person, username, summary, details and mentions, with a salt that goes when they are redacted.
  add column content_digest bytea,
  add column salt bytea,
  add unique (institution_id, seq);
create index on audit_entries (institution_id, at, id) where seq is null;

-- What the application may write is an entry, and no place in the chain.
revoke insert on audit_entries from akada_app;
grant insert (institution_id, account_id, person, username, action, subject_type, subject_id, summary, details, mentions, request_id)
  on audit_entries to akada_app;
grant update (username, mentions, seq, hash, content_digest, salt) on audit_entries to akada_gate;

update audit_entries e set username = a.username from accounts a where a.id = e.account_id;

/* Older entries name whom they mention in their details: where the name is in the sentence, nobody wrote down. */
update audit_entries set mentions = jsonb_build_array(
    jsonb_build_object('of', 'student', 'id', details -> 'student', 'whole', true, 'details', '[["cleared"]]'::jsonb),
    jsonb_build_object('of', 'guardian', 'id', details -> 'guardian', 'whole', true, 'details', '[["cleared"]]'::jsonb))
where action in ('guardians.link', 'guardians.editLink', 'guardians.unlink', 'guardians.relink')
  and jsonb_typeof(details -> 'student') = 'number' and jsonb_typeof(details -> 'guardian') = 'number';
update audit_entries set mentions = jsonb_build_array(
    jsonb_build_object('of', subject_type, 'id', details -> 'kept', 'whole', true),
    jsonb_build_object('of', subject_type, 'id', details -> 'merged', 'whole', true))
where action in ('people.merge', 'people.undoMerge')
  and jsonb_typeof(details -> 'kept') = 'number' and jsonb_typeof(details -> 'merged') = 'number';

/*
 * A sealed entry whose content was redacted, or sorted anew: what it holds now, by its digest. The entry that records the
 * redaction names it with the digest of all that belong to it, so that the chain vouches for these too.
 */
create table audit_redactions (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  redaction uuid not null,
  entry_id bigint not null,
  salt bytea,
  digest bytea not null,
  primary key (institution_id, id),
  foreign key (institution_id, entry_id) references audit_entries
);
create index on audit_redactions (institution_id, entry_id, id);
alter table audit_redactions enable row level security, force row level security;
create policy tenant on audit_redactions to akada_app
  using (institution_id = any ((select akada_institutions())::int[])) with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on audit_redactions to akada_gate using (true) with check (true);
grant select on audit_redactions to akada_app;
grant select, insert, update on audit_redactions to akada_gate;

/* What the chain vouches for and nobody may ever change. */
create function akada_entry_core(e audit_entries, seq bigint) returns bytea
language sql stable
return convert_to(jsonb_build_array(e.institution_id, seq, e.id, (extract(epoch from e.at) * 1000000)::bigint, e.account_id, e.action,
  e.subject_type, e.subject_id, e.request_id)::text, 'UTF8');

/* What may name people, and is redacted when they are erased. */
create function akada_entry_content(e audit_entries) returns bytea
language sql stable
return convert_to(jsonb_build_array(e.person, e.username, e.summary, e.details, e.mentions)::text, 'UTF8');

/*
 * Seals entries that were committed and are not sealed yet, some at a time, and returns how many. Writers do not wait for
 * it: it passes over rows that somebody holds, and of two that seal one institution the second leaves it to the first.
 */
create function akada_seal_log(most int) returns int
language plpgsql volatile security definer set search_path = public
as $$
declare
  institution int;
  e audit_entries;
  last_seq bigint;
  last_hash bytea;
  new_salt bytea;
  digest bytea;
  sealed int := 0;
begin
  for institution in select distinct institution_id from audit_entries where seq is null order by 1 loop
    continue when not pg_try_advisory_xact_lock(hashtext('akada.seal-log'), institution);
    -- Statements of their own: they see what the one before us committed.
    select a.seq, a.hash into last_seq, last_hash from audit_entries a
    where a.institution_id = institution and a.seq is not null order by a.seq desc limit 1;
    for e in select * from audit_entries a where a.institution_id = institution and a.seq is null
        order by a.at, a.id limit most - sealed for no key update skip locked loop
      last_seq := coalesce(last_seq, 0) + 1;
      new_salt := uuid_send(gen_random_uuid());
      digest := sha256(new_salt || akada_entry_content(e));
      last_hash := sha256(coalesce(last_hash, '') || digest || akada_entry_core(e, last_seq));
      update audit_entries a set seq = last_seq, hash = last_hash, content_digest = digest, salt = new_salt
      where a.institution_id = institution and a.id = e.id;
      sealed := sealed + 1;
    end loop;
    exit when sealed >= most;
  end loop;
  return sealed;
end $$;
alter function akada_seal_log(int) owner to akada_gate;

/* Puts other content into an entry; a sealed one keeps its place in the chain, and loses the salt of what it said. */
create function akada_redact_entry(e audit_entries, redaction uuid) returns void
language plpgsql volatile security definer set search_path = public
as $$
declare
  new_salt bytea := uuid_send(gen_random_uuid());
begin
  update audit_entries a
  set person = e.person, username = e.username, summary = e.summary, details = e.details, mentions = e.mentions, salt = null
  where a.institution_id = e.institution_id and a.id = e.id;
  if e.seq is null then return; end if;
  update audit_redactions r set salt = null where r.institution_id = e.institution_id and r.entry_id = e.id and r.salt is not null;
  insert into audit_redactions (institution_id, redaction, entry_id, salt, digest)
  values (e.institution_id, $2, e.id, new_salt, sha256(new_salt || akada_entry_content(e)));
end $$;
alter function akada_redact_entry(audit_entries, uuid) owner to akada_gate;

/* For the details of the entry that records a redaction: its number, how many sealed entries it touched, and their digest. */
create function akada_redaction(institution int, redaction uuid) returns jsonb
language sql stable security definer set search_path = public
return (select jsonb_build_object('redaction', $2, 'entries', count(*), 'digest', encode(sha256(convert_to(
    coalesce(string_agg(r.entry_id || ':' || encode(r.digest, 'hex'), ' ' order by r.entry_id), ''), 'UTF8')), 'hex'))
  from audit_redactions r where r.institution_id = $1 and r.redaction = $2);
alter function akada_redaction(int, uuid) owner to akada_gate;

/* Whether a value of a student's next of kin is this person, by both names or by a telephone. */
create function akada_is_kin(value text, names jsonb, contacts text[]) returns boolean
language sql immutable
return value = any (contacts) or exists (
  select from jsonb_to_recordset(names) n (surname text, "firstName" text)
  where position(akada_searchable(n.surname) in akada_searchable(value)) > 0
    and position(akada_searchable(n."firstName") in akada_searchable(value)) > 0);

/* Fields of a change, {"field": {"from": …, "to": …}} or {"field": …}, without the next of kin that is this person. */
create function akada_without_kin(fields jsonb, names jsonb, contacts text[]) returns jsonb
language sql immutable
return (select coalesce(jsonb_object_agg(f.key, case
    when f.key not in ('nextOfKinName', 'nextOfKinPhone') then f.value
    when jsonb_typeof(f.value) = 'object' then (select jsonb_object_agg(v.key,
      case when akada_is_kin(v.value #>> '{}', names, contacts) then to_jsonb('erased'::text) else v.value end) from jsonb_each(f.value) v)
    when akada_is_kin(f.value #>> '{}', names, contacts) then to_jsonb('erased'::text)
    else f.value end), '{}') from jsonb_each(fields) f);

/*
 * Takes a person out of the log. What was done, when, by whom and to which record stays. Only entries that are linked to
 * the person lose words, and by these links: the person is their subject, or one of those they mention, or they are
 * about the person's sign-in, a message to the person, an uploaded file named for the person, or a child whose next of
 * kin the person was. No entry is searched for a name.
 *
 * `person` holds: subject_type, ids; accounts: sign-ins that are no longer of this institution; erased: those of them
 * that were erased everywhere; messages; imports; children; names: [{"surname", "firstName"}]; contacts.
 * Returns what the entry that records the erasure keeps of it.
 */
create function akada_erase_from_log(institution int, person jsonb) returns jsonb
language plpgsql volatile security definer set search_path = public
as $$
declare
  kind text := person ->> 'subject_type';
  ids bigint[] := array(select jsonb_array_elements_text(person -> 'ids')::bigint);
  accounts bigint[] := array(select jsonb_array_elements_text(person -> 'accounts')::bigint);
  erased bigint[] := array(select jsonb_array_elements_text(person -> 'erased')::bigint);
  messages bigint[] := array(select jsonb_array_elements_text(person -> 'messages')::bigint);
  imports bigint[] := array(select jsonb_array_elements_text(person -> 'imports')::bigint);
  children bigint[] := array(select jsonb_array_elements_text(person -> 'children')::bigint);
  contacts text[] := array(select jsonb_array_elements_text(person -> 'contacts'));
  redaction uuid := gen_random_uuid();
  e audit_entries;
  was audit_entries;
  m jsonb;
  path jsonb;
  group_name text;
begin
  if not institution = any (akada_institutions()) then raise exception 'not an institution of the caller'; end if;
  for e in
    select * from audit_entries a where a.institution_id = $1 and (
      (a.subject_type = kind and a.subject_id = any (ids))
      or (a.subject_type = 'account' and a.subject_id = any (accounts))
      or a.account_id = any (erased)
      or (a.subject_type = 'message' and a.subject_id = any (messages))
      or (a.subject_type = 'import' and a.subject_id = any (imports))
      or (a.subject_type = 'student' and a.subject_id = any (children))
      or (a.mentions <> '[]' and exists (select from jsonb_array_elements(a.mentions) one
        where one ->> 'of' = kind and (one ->> 'id')::bigint = any (ids))))
    order by a.id for no key update
  loop
    was := e;
    if (e.subject_type = kind and e.subject_id = any (ids)) or (e.subject_type = 'account' and e.subject_id = any (accounts)) then
      e.summary := case e.subject_type when 'account' then 'changed a sign-in that has been erased since'
        else 'changed a record that has been erased since' end;
      -- What a redaction was is no word about anybody, and the chain rests on it.
      e.details := case when e.details ? 'redactions' then jsonb_build_object('redactions', e.details -> 'redactions') else '{}' end;
      e.mentions := '[]';
    elsif e.subject_type = 'message' and e.subject_id = any (messages) then
      e.summary := 'read a message that has been erased since';
      e.details := '{}';
    elsif e.subject_type = 'import' and e.subject_id = any (imports) then
      e.summary := 'worked on a file that has been erased since';
    end if;
    -- From the end of the sentence, so that the places before it hold.
    for m in select one from jsonb_array_elements(e.mentions) one
      where one ->> 'of' = kind and (one ->> 'id')::bigint = any (ids) order by (one ->> 'at')::int desc nulls first
    loop
      if m ? 'at' then
        e.summary := overlay(e.summary placing 'an erased person' from (m ->> 'at')::int + 1 for (m ->> 'length')::int);
      elsif m ? 'whole' then
        e.summary := 'changed a link with a person who has been erased since';
      end if;
      e.mentions := (select jsonb_agg(case
          when one = m then jsonb_build_object('of', one -> 'of', 'id', one -> 'id')
          when (one ->> 'at')::int > (m ->> 'at')::int
            then one || jsonb_build_object('at', (one ->> 'at')::int + 16 - (m ->> 'length')::int)
          else one end order by n) from jsonb_array_elements(e.mentions) with ordinality list (one, n));
      for path in select jsonb_array_elements(m -> 'details') loop
        e.details := e.details #- array(select jsonb_array_elements_text(path));
      end loop;
    end loop;
    if e.subject_type = 'student' and e.subject_id = any (children) then
      if jsonb_typeof(e.details -> 'changes') = 'object' then
        e.details := jsonb_set(e.details, '{changes}', akada_without_kin(e.details -> 'changes', person -> 'names', contacts));
      end if;
      if jsonb_typeof(e.details -> 'cleared') = 'object' then
        e.details := jsonb_set(e.details, '{cleared}', akada_without_kin(e.details -> 'cleared', person -> 'names', contacts));
      end if;
      for group_name in select jsonb_object_keys(e.details -> 'restricted') loop
        e.details := jsonb_set(e.details, array['restricted', group_name],
          akada_without_kin(e.details -> 'restricted' -> group_name, person -> 'names', contacts));
      end loop;
    end if;
    if e.account_id = any (erased) then
      e.person := 'An erased person';
      e.username := 'erased-' || e.account_id;
    end if;
    if e is distinct from was then perform akada_redact_entry(e, redaction); end if;
  end loop;
  update read_log r set person = 'An erased person' where r.institution_id = $1 and r.account_id = any (erased);
  return akada_redaction($1, redaction);
end $$;
alter function akada_erase_from_log(int, jsonb) owner to akada_gate;

drop function akada_erase_traces(int, text, bigint[], text[], bigint);
drop function akada_erase_mentions(int, text, bigint[], text[], text[]);

/*
 * An own field that holds something moves into a restricted group: what the log has told of it so far moves there too,
 * so that it is shown to who sees the group and to nobody else. Returns what the entry that records it keeps.
 */
drop function akada_restrict_own_field(int, text, text, text);
create function akada_restrict_own_field(institution int, subject_type text, label text, field_group text) returns jsonb
language plpgsql volatile security definer set search_path = public
as $$
declare
  redaction uuid := gen_random_uuid();
  e audit_entries;
begin
  if not institution = any (akada_institutions()) then raise exception 'not an institution of the caller'; end if;
  for e in select * from audit_entries a
    where a.institution_id = $1 and a.subject_type = $2 and a.details -> 'changes' ? $3 order by a.id for no key update
  loop
    e.details := (e.details #- array['changes', $3]) || jsonb_build_object('restricted',
      coalesce(e.details -> 'restricted', '{}') || jsonb_build_object($4,
        coalesce(e.details -> 'restricted' -> $4, '{}') || jsonb_build_object($3, e.details -> 'changes' -> $3)));
    perform akada_redact_entry(e, redaction);
  end loop;
  return akada_redaction($1, redaction);
end $$;
alter function akada_restrict_own_field(int, text, text, text) owner to akada_gate;

revoke all on function akada_seal_log(int), akada_redact_entry(audit_entries, uuid), akada_redaction(int, uuid),
  akada_erase_from_log(int, jsonb), akada_restrict_own_field(int, text, text, text) from public;
grant execute on function akada_seal_log(int), akada_erase_from_log(int, jsonb), akada_restrict_own_field(int, text, text, text)
  to akada_app;
