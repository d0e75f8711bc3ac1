-- The first words of students' names, each once: what a search for a surname finds here leads to its place in the
-- alphabet, where the students stand one behind the other. docs/decisions/0004 tells more.
create table student_names (
  institution_id int not null references institutions,
  word text collate "C" not null,
  primary key (institution_id, word)
);
alter table student_names enable row level security, force row level security;
create policy tenant on student_names to akada_app
  using (institution_id = any ((select akada_institutions())::int[])) with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on student_names to akada_gate using (true) with check (true);
grant select, insert on student_names to akada_app;
grant select, insert on student_names to akada_gate;

/* A word that no student bears any more stays: it leads to an empty place. Sorted, so that two imports wait in one order. */
create function akada_learn_names() returns trigger
language plpgsql security definer set search_path = public
as $$
begin
  insert into student_names
  select distinct institution_id, split_part(sort_name, ' ', 1) from learned order by 1, 2
  on conflict do nothing;
  return null;
end $$;
alter function akada_learn_names() owner to akada_gate;

create function akada_learn_name() returns trigger
language plpgsql security definer set search_path = public
as $$
begin
  insert into student_names values (new.institution_id, split_part(new.sort_name, ' ', 1)) on conflict do nothing;
  return null;
end $$;
alter function akada_learn_name() owner to akada_gate;

create trigger students_added after insert on students
  referencing new table as learned for each statement execute function akada_learn_names();
create trigger students_renamed after update of surname, first_name, middle_name on students
  for each row when (old.sort_name is distinct from new.sort_name) execute function akada_learn_name();

-- Forced row-level security would hide the rows from an owner who is no superuser.
alter table students no force row level security;
alter table student_names no force row level security;
insert into student_names select distinct institution_id, split_part(sort_name, ' ', 1) from students;
alter table student_names force row level security;
alter table students force row level security;
