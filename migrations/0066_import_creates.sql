/*
 * An import asks for the permission of what it does since it writes histories. Roles that could bring people in from files
 * before could add them, so they keep that: adding by a form opens nothing that a file did not. Editing, seating and
 * guardians are not given: their forms reach further than a file did. A role that an institution has taken "create" from
 * stays without it.
 */
alter table roles no force row level security;
alter table audit_entries no force row level security;
update roles r set permissions = permissions || array(
  select noun || '.create' from unnest(array['students', 'employees']) noun
  where noun || '.import' = any (r.permissions) and not noun || '.create' = any (r.permissions)
    and not exists (select from audit_entries e where e.institution_id = r.institution_id and e.subject_type = 'role'
      and e.subject_id = r.id and e.action = 'roles.edit' and e.details -> 'removed' ? (noun || '.create')))
where permissions && array['students.import', 'employees.import'];
alter table roles force row level security;
alter table audit_entries force row level security;
