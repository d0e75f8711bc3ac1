-- Institutions from before transcripts: their owners confirm which roles get the permission for them.
update institutions i set to_confirm = array_append(to_confirm, 'transcripts')
where not 'transcripts' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded and r.key = 'registrar'
      and not exists (select from unnest(r.permissions) p where p ~ '^transcripts[.]'));
