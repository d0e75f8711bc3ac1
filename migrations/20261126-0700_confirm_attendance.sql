-- Institutions from before registers: their owners confirm which roles get the permissions for them.
update institutions i set to_confirm = array_append(to_confirm, 'attendance')
where not 'attendance' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded and r.key in ('registrar', 'principal', 'teacher')
      and not exists (select from unnest(r.permissions) p where p ~ '^attendance[.]'));
