-- An invoice or a payment as well as a person: what it is follows from the event.
alter table told_events rename column subject_id to source_id;
