-- A list that is narrowed by a restricted group tells who has a value: one line a request, about nobody in particular.

alter table read_log alter subject_id drop not null;
alter table read_log add column filter text;
alter table read_log add check ((place = 'list') = (subject_id is null) and (place = 'list') = (filter is not null));
