/* A message costs the department that its sender belonged to when it was written, also after a move. */
alter table departments add column id bigint generated always as identity;
alter table departments add constraint departments_id unique (institution_id, id);
alter table messages add foreign key (institution_id, department_id) references departments (institution_id, id);
create index on messages (institution_id, department_id) where department_id is not null;
