-- Erasure reaches the files of imports, what other people's entries tell of the person, and which tours an account saw.

-- Why an import holds no file: because it was old, or because somebody in it was erased.
alter table imports add column emptied_by_erasure boolean not null default false;

grant delete on tours_seen to akada_app;

/*
 * Takes a person out of the details of entries that are about somebody else: names and contacts, what a link of hers with
 * that person replaced, and searches for her in what was exported. Namesakes keep the entries about themselves.
 */
create function akada_erase_mentions(institution int, subject_type text, subject_ids bigint[], said text[], searched text[])
returns void
language plpgsql volatile security definer set search_path = public
as $$
declare
  words text;
begin
  if not institution = any (akada_institutions()) then raise exception 'not an institution of the caller'; end if;
  update audit_entries a set details = a.details - 'cleared'
  where a.institution_id = $1 and a.subject_type is distinct from $2 and a.details ? 'cleared'
    and a.details ->> $2 ~ '^\d{1,15}$' and (a.details ->> $2)::bigint = any ($3);
  foreach words in array said loop
    update audit_entries a set details = regexp_replace(a.details::text,
      '(?<![[:alnum:]])' || regexp_replace(words, '([^[:alnum:][:space:]])', '\\\1', 'g') || '(?![[:alnum:]])', 'an erased person', 'g')::jsonb
    where a.institution_id = $1 and position(words in a.details::text) > 0
      and (a.subject_type is distinct from $2 or a.action like 'people.%');
  end loop;
  update audit_entries a set details = jsonb_set(a.details, '{filter,q}', '"erased"')
  where a.institution_id = $1 and akada_searchable(a.details #>> '{filter,q}') = any ($5);
end $$;
alter function akada_erase_mentions(int, text, bigint[], text[], text[]) owner to akada_gate;

/*
 * An own field that holds something moves into a restricted group: what the log has told of it so far moves there too,
 * so that it is shown to who sees the group and to nobody else.
 */
create function akada_restrict_own_field(institution int, subject_type text, label text, field_group text) returns void
language plpgsql volatile security definer set search_path = public
as $$
begin
  if not institution = any (akada_institutions()) then raise exception 'not an institution of the caller'; end if;
  update audit_entries a set details = (a.details #- array['changes', $3]) || jsonb_build_object('restricted',
    coalesce(a.details -> 'restricted', '{}') || jsonb_build_object($4,
      coalesce(a.details -> 'restricted' -> $4, '{}') || jsonb_build_object($3, a.details -> 'changes' -> $3)))
  where a.institution_id = $1 and a.subject_type = $2 and a.details -> 'changes' ? $3;
end $$;
alter function akada_restrict_own_field(int, text, text, text) owner to akada_gate;

revoke all on function akada_erase_mentions(int, text, bigint[], text[], text[]), akada_restrict_own_field(int, text, text, text)
  from public;
grant execute on function akada_erase_mentions(int, text, bigint[], text[], text[]), akada_restrict_own_field(int, text, text, text)
  to akada_app;
