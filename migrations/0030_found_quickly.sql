-- A surname of guardians is looked up as one of students is: docs/decisions/0004 tells more.
create table guardian_names (
  institution_id int not null references institutions,
  word text collate "C" not null,
  primary key (institution_id, word)
);
alter table guardian_names enable row level security, force row level security;
create policy tenant on guardian_names to akada_app
  using (institution_id = any ((select akada_institutions())::int[])) with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on guardian_names to akada_gate using (true) with check (true);
grant select, insert on guardian_names to akada_app;
grant select, insert on guardian_names to akada_gate;

create function akada_learn_guardian_names() returns trigger
language plpgsql security definer set search_path = public
as $$
begin
  insert into guardian_names
  select distinct institution_id, split_part(sort_name, ' ', 1) from learned order by 1, 2
  on conflict do nothing;
  return null;
end $$;
alter function akada_learn_guardian_names() owner to akada_gate;

create function akada_learn_guardian_name() returns trigger
language plpgsql security definer set search_path = public
as $$
begin
  insert into guardian_names values (new.institution_id, split_part(new.sort_name, ' ', 1)) on conflict do nothing;
  return null;
end $$;
alter function akada_learn_guardian_name() owner to akada_gate;

create trigger guardians_added after insert on guardians
  referencing new table as learned for each statement execute function akada_learn_guardian_names();
create trigger guardians_renamed after update of surname, first_name, middle_name on guardians
  for each row when (old.sort_name is distinct from new.sort_name) execute function akada_learn_guardian_name();

-- Forced row-level security would hide the rows from an owner who is no superuser.
alter table guardians no force row level security;
alter table guardian_names no force row level security;
insert into guardian_names select distinct institution_id, split_part(sort_name, ' ', 1) from guardians;
alter table guardian_names force row level security;
alter table guardians force row level security;

-- As with students: told by the index, a count need not look at the rows.
drop index guardians_by_name;
create index guardians_by_name on guardians (institution_id, sort_name, id) include (merged_into_id);

-- Employees are few enough to be searched by walking through their names, if their wide rows need not be opened for it.
drop index employees_by_name;
create index employees_by_name on employees (institution_id, sort_name, id) include (merged_into_id, left_on, search_text);
