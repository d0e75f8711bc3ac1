/* Lessons that a rule of a timetable relates with each other, in its order: the first comes before the second. */
alter table timetable_constraints add unique (institution_id, timetable_id, id);
create table timetable_constraint_sets (
  institution_id int not null,
  timetable_id bigint not null,
  constraint_id bigint not null,
  set_id bigint not null,
  position int not null check (position between 1 and 200),
  primary key (institution_id, constraint_id, set_id),
  unique (institution_id, constraint_id, position),
  foreign key (institution_id, timetable_id, constraint_id)
    references timetable_constraints (institution_id, timetable_id, id) on delete cascade,
  foreign key (institution_id, timetable_id, set_id) references lesson_sets (institution_id, timetable_id, id) on delete cascade
);
create index on timetable_constraint_sets (institution_id, timetable_id, constraint_id);
create index on timetable_constraint_sets (institution_id, timetable_id, set_id);
select akada_institution_table('timetable_constraint_sets');
