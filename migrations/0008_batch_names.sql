-- Every list of students shows the batch's name, and to look it up was more than half of its cost. It now stands with the
-- student; the foreign key keeps it the batch's own and carries a new name over. docs/decisions/0005 has figures.
alter table batches add unique (institution_id, id, name);
alter table students add column batch_name text;

-- Forced row-level security would hide the rows from an owner who is no superuser.
alter table students no force row level security;
alter table batches no force row level security;
update students s set batch_name = b.name from batches b where (b.institution_id, b.id) = (s.institution_id, s.batch_id);
alter table batches force row level security;
alter table students force row level security;

alter table students drop constraint students_institution_id_batch_id_fkey;
alter table students add check ((batch_id is null) = (batch_name is null));
alter table students add foreign key (institution_id, batch_id, batch_name)
  references batches (institution_id, id, name) on update cascade;

create function akada_name_batch() returns trigger
language plpgsql
as $$
begin
  new.batch_name := null;
  if new.batch_id is not null then
    select name into new.batch_name from batches
    where institution_id = new.institution_id and id = new.batch_id for key share;
    if not found then raise foreign_key_violation using message = 'no such batch'; end if;
  end if;
  return new;
end $$;
create trigger students_seated before insert or update of batch_id on students
  for each row execute function akada_name_batch();

create or replace view findable_students as
  select * from students where institution_id = any ((select akada_institutions())::int[]);
