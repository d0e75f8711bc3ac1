-- What 0048 wrote into older entries of the audit log, again: where the owner of the tables is no superuser, row-level
-- security hid them from it. Entries that are sealed stay as they are.
alter table audit_entries no force row level security;

update audit_entries e set username = a.username
from accounts a where a.id = e.account_id and e.username is null and e.seq is null;

update audit_entries set mentions = jsonb_build_array(
    jsonb_build_object('of', 'student', 'id', details -> 'student', 'whole', true, 'details', '[["cleared"]]'::jsonb),
    jsonb_build_object('of', 'guardian', 'id', details -> 'guardian', 'whole', true, 'details', '[["cleared"]]'::jsonb))
where action in ('guardians.link', 'guardians.editLink', 'guardians.unlink', 'guardians.relink')
  and jsonb_typeof(details -> 'student') = 'number' and jsonb_typeof(details -> 'guardian') = 'number'
  and mentions = '[]' and seq is null;
update audit_entries set mentions = jsonb_build_array(
    jsonb_build_object('of', subject_type, 'id', details -> 'kept', 'whole', true),
    jsonb_build_object('of', subject_type, 'id', details -> 'merged', 'whole', true))
where action in ('people.merge', 'people.undoMerge')
  and jsonb_typeof(details -> 'kept') = 'number' and jsonb_typeof(details -> 'merged') = 'number'
  and mentions = '[]' and seq is null;

alter table audit_entries force row level security;
