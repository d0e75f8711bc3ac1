-- What people did for their own family is a handful among everything that is recorded.
create index audit_entries_of_own_family on audit_entries (institution_id, id) where details ? 'ownFamily';
