/*
 * What the log still says of people it should not name: the words of a search that an export went by, where the entry is
 * linked to nobody who could be erased; and people whom an undone import has removed. Each institution gets an entry that
 * records what was redacted.
 */
alter table audit_entries no force row level security;
alter table students no force row level security;
alter table employees no force row level security;
alter table guardians no force row level security;
do $$
declare
  institution int;
  redaction uuid;
  kind text;
  gone bigint[];
  redactions jsonb;
  e audit_entries;
begin
  for institution in select id from institutions order by id loop
    redaction := gen_random_uuid();
    for e in select * from audit_entries a
      where a.institution_id = institution and a.details #>> '{filter,q}' not in ('erased', 'not shown')
        and not a.mentions @> '[{"details": [["filter", "q"]]}]' order by a.id for no key update
    loop
      e.details := jsonb_set(e.details, '{filter,q}', '"not shown"');
      perform akada_redact_entry(e, redaction);
    end loop;
    redactions := jsonb_build_array(akada_redaction(institution, redaction));
    perform set_config('akada.institutions', '{' || institution || '}', true);
    foreach kind in array array['student', 'employee', 'guardian'] loop
      execute format('select array(select distinct a.subject_id from audit_entries a
        where a.institution_id = $1 and a.subject_type = $2 and a.details ? ''import''
          and not exists (select from %I p where p.institution_id = a.institution_id and p.id = a.subject_id))', kind || 's')
        into gone using institution, kind;
      if cardinality(gone) > 0 then
        redactions := redactions || akada_erase_from_log(institution, jsonb_build_object('subject_type', kind, 'ids', to_jsonb(gone),
          'accounts', '[]'::jsonb, 'erased', '[]'::jsonb, 'messages', '[]'::jsonb, 'imports', '[]'::jsonb,
          'children', '[]'::jsonb, 'names', '[]'::jsonb, 'contacts', '[]'::jsonb));
      end if;
    end loop;
    select coalesce(jsonb_agg(one), '[]') into redactions from jsonb_array_elements(redactions) one where (one ->> 'entries')::int > 0;
    if redactions <> '[]' then
      insert into audit_entries (institution_id, person, action, summary, details)
      values (institution, 'Akada', 'audit.redact', 'removed names that the log had kept of removed people and old exports',
        jsonb_build_object('redactions', redactions));
    end if;
  end loop;
  perform set_config('akada.institutions', '{}', true);
end $$;
alter table audit_entries force row level security;
alter table students force row level security;
alter table employees force row level security;
alter table guardians force row level security;
