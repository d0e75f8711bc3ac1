-- Institutions from before course registration: their owners confirm which roles get the permissions for it.
update institutions i set to_confirm = array_append(to_confirm, 'registration')
where not 'registration' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded and r.key in ('registrar', 'teacher', 'student')
      and not exists (select from unnest(r.permissions) p where p ~ '^registration[.]'));
