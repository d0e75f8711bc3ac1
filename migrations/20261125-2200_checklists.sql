/* The set-up checklist of an institution stays on the home page until it is done or dismissed; a row is a dismissal. */
create table dismissed_checklists (
  institution_id int primary key references institutions,
  dismissed_at timestamptz not null default now()
);
select akada_institution_table('dismissed_checklists');

-- Institutions that work already need none. They find it under Settings.
insert into dismissed_checklists (institution_id) select distinct institution_id from students;
