-- Students of each batch and of each session, counted as they change: docs/decisions/0027. What is counted is the sum of
-- the rows. A change only adds a row, so nobody waits for somebody else's change and a rollback takes its row along;
-- akada_settle_counts() puts the rows of a batch or session together again.

create table batch_counts (
  institution_id int not null references institutions,
  -- 0 is no batch: active students who need one. No foreign key: the students' own keeps the batch there.
  batch_id bigint not null,
  id bigint generated always as identity,
  students int not null,
  female int not null,
  male int not null,
  primary key (institution_id, batch_id, id)
);

create table session_counts (
  institution_id int not null references institutions,
  session_id bigint not null,
  id bigint generated always as identity,
  -- Students with at least one enrolment in the session.
  students int not null,
  primary key (institution_id, session_id, id)
);

create function akada_count_student() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' and (old.batch_id is not null or (old.status = 'active' and old.merged_into_id is null)) then
    insert into batch_counts (institution_id, batch_id, students, female, male)
    values (old.institution_id, coalesce(old.batch_id, 0), -1,
      case when old.gender = 'female' then -1 else 0 end, case when old.gender = 'male' then -1 else 0 end);
  end if;
  if tg_op <> 'DELETE' and (new.batch_id is not null or (new.status = 'active' and new.merged_into_id is null)) then
    insert into batch_counts (institution_id, batch_id, students, female, male)
    values (new.institution_id, coalesce(new.batch_id, 0), 1,
      case when new.gender = 'female' then 1 else 0 end, case when new.gender = 'male' then 1 else 0 end);
  end if;
  return null;
end $$;

create trigger students_counted after insert or delete on students
  for each row execute function akada_count_student();
create trigger students_recounted after update of batch_id, gender, status, merged_into_id on students
  for each row when ((old.batch_id, old.gender, old.status, old.merged_into_id)
    is distinct from (new.batch_id, new.gender, new.status, new.merged_into_id))
  execute function akada_count_student();

-- Before, not after: of several rows of a statement each then sees what became of those before it, so that a student who
-- gets two enrolments in a session at once is counted once.
create function akada_count_enrolment() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' and not exists (select from enrolments e where e.institution_id = old.institution_id
      and e.session_id = old.session_id and e.student_id = old.student_id and e.id <> old.id) then
    insert into session_counts (institution_id, session_id, students) values (old.institution_id, old.session_id, -1);
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if not exists (select from enrolments e where e.institution_id = new.institution_id
      and e.session_id = new.session_id and e.student_id = new.student_id and e.id <> new.id) then
    insert into session_counts (institution_id, session_id, students) values (new.institution_id, new.session_id, 1);
  end if;
  return new;
end $$;

create trigger enrolments_counted before insert or delete on enrolments
  for each row execute function akada_count_enrolment();
create trigger enrolments_recounted before update of student_id, session_id on enrolments
  for each row when ((old.student_id, old.session_id) is distinct from (new.student_id, new.session_id))
  execute function akada_count_enrolment();

/* Counts everything anew: for rows that came past the triggers. Nobody may write meanwhile. */
create function akada_recount() returns void
language sql
as $$
  delete from batch_counts;
  insert into batch_counts (institution_id, batch_id, students, female, male)
  select institution_id, coalesce(batch_id, 0), count(*),
    count(*) filter (where gender = 'female'), count(*) filter (where gender = 'male')
  from students where batch_id is not null or (status = 'active' and merged_into_id is null)
  group by institution_id, coalesce(batch_id, 0);
  delete from session_counts;
  insert into session_counts (institution_id, session_id, students)
  select institution_id, session_id, count(distinct student_id) from enrolments group by institution_id, session_id;
$$;
revoke all on function akada_recount() from public;

-- Forced row-level security would hide the rows from an owner who is no superuser.
alter table students no force row level security;
alter table enrolments no force row level security;
select akada_recount();
alter table enrolments force row level security;
alter table students force row level security;

select akada_institution_table('batch_counts', 'select, insert');
select akada_institution_table('session_counts', 'select, insert');
grant select, insert, update, delete on batch_counts, session_counts to akada_gate;

/* Puts several rows of a batch or session together as one. Rows that somebody else puts together are left to them. */
create function akada_settle_counts() returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  with many as (
    select institution_id, batch_id from batch_counts group by institution_id, batch_id having count(*) > 1),
  taken as (
    select c.institution_id, c.batch_id, c.id from batch_counts c join many using (institution_id, batch_id)
    for update of c skip locked),
  gone as (
    delete from batch_counts c using taken t
    where (c.institution_id, c.batch_id, c.id) = (t.institution_id, t.batch_id, t.id) returning c.*)
  insert into batch_counts (institution_id, batch_id, students, female, male)
  select institution_id, batch_id, sum(students), sum(female), sum(male) from gone
  group by institution_id, batch_id having (sum(students), sum(female), sum(male)) <> (0, 0, 0);
  with many as (
    select institution_id, session_id from session_counts group by institution_id, session_id having count(*) > 1),
  taken as (
    select c.institution_id, c.session_id, c.id from session_counts c join many using (institution_id, session_id)
    for update of c skip locked),
  gone as (
    delete from session_counts c using taken t
    where (c.institution_id, c.session_id, c.id) = (t.institution_id, t.session_id, t.id) returning c.*)
  insert into session_counts (institution_id, session_id, students)
  select institution_id, session_id, sum(students) from gone
  group by institution_id, session_id having sum(students) <> 0;
$$;
alter function akada_settle_counts() owner to akada_gate;
revoke all on function akada_settle_counts() from public;
grant execute on function akada_settle_counts() to akada_app;
