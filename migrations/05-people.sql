-- Functions stand beside the table that they serve, also those that read tables below.
set local check_function_bodies = off;

-- Students -----------------------------------------------------------------------------------------------------------

/* Students in every state, from applicant to graduate. */
create table students (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  admission_number text not null check (length(admission_number) between 1 and 40),
  registration_number text check (length(registration_number) <= 40),
  surname text not null check (length(surname) between 1 and 100),
  first_name text not null check (length(first_name) between 1 and 100),
  middle_name text check (length(middle_name) <= 100),
  gender text check (gender in ('female', 'male')),
  birth_date date check (birth_date between '1900-01-01' and '2200-01-01'),
  status text not null default 'active'
    check (status in ('applicant', 'active', 'suspended', 'graduated', 'withdrawn', 'transferred', 'deceased')),
  batch_id bigint,
  admission_date date,
  country_id text references countries,
  state_id text references states,
  lga_id text references lgas,
  city text,
  community text,
  address text,
  phone text,
  email text,
  religion text,
  language text,
  blood_group text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, ''))) stored,
  search_text text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, '') || ' ' || admission_number
      || coalesce(' ' || registration_number, '') || coalesce(' ' || phone, '') || coalesce(' ' || mobile, '')
      || coalesce(' ' || former_numbers, ''))) stored,
  batch_name text,
  category text,
  nationality_id text references countries,
  -- Where a country's states are not kept, the state as people write it.
  state_name text check (length(state_name) <= 100),
  mobile text,
  genotype text check (genotype in ('AA', 'AS', 'SS', 'AC', 'SC', 'CC')),
  photo_id bigint,
  photo_small_id bigint,
  -- Who is to be told, where no guardian is marked as next of kin.
  next_of_kin_name text check (length(next_of_kin_name) <= 200),
  next_of_kin_phone text,
  next_of_kin_relation text,
  -- Two records of one person became one; this one is shown no more.
  merged_into_id bigint,
  anonymised_at timestamptz,
  -- A merged record's number stays its own, and who searches for it finds the record that was kept.
  former_numbers text check (length(former_numbers) <= 2000),
  primary key (institution_id, id),
  unique (institution_id, admission_number),
  foreign key (institution_id, batch_id, batch_name) references batches (institution_id, id, name) on update cascade,
  foreign key (institution_id, category) references student_categories on update cascade,
  foreign key (institution_id, religion) references religions on update cascade,
  foreign key (institution_id, language) references languages on update cascade,
  foreign key (institution_id, next_of_kin_relation) references guardian_relations on update cascade,
  foreign key (institution_id, photo_id) references files,
  foreign key (institution_id, photo_small_id) references files,
  foreign key (institution_id, merged_into_id) references students,
  check ((batch_id is null) = (batch_name is null)),
  check (merged_into_id <> id),
  check (state_id is null or state_name is null)
);
create index students_unassigned on students (institution_id, sort_name, id) where batch_id is null;
create index students_by_admission_date on students (institution_id, (coalesce(admission_date, '0001-01-01'::date)), id);
create index students_by_birth on students (institution_id, birth_date);
create index students_by_name on students (institution_id, sort_name, id) include (merged_into_id);
create index students_by_batch on students (institution_id, batch_id, sort_name, id) include (merged_into_id);
create index students_merged on students (institution_id, merged_into_id) where merged_into_id is not null;
create index students_search on students using gin (search_text gin_trgm_ops, institution_id)
  with (fastupdate = on, gin_pending_list_limit = 256);
-- An import looks for people with the same phone number or e-mail address in each chunk of its
-- file.
create index students_by_phone on students (institution_id, phone) where phone is not null;
create index students_by_mobile on students (institution_id, mobile) where mobile is not null;
create index students_by_email on students (institution_id, lower(email)) where email is not null;
-- Birthdays of a week are read by month and day.
create index students_by_birthday on students
  (institution_id, (extract(month from birth_date) * 100 + extract(day from birth_date)))
  where birth_date is not null and status = 'active' and merged_into_id is null;
create index on students (institution_id, akada_own_mail_domain(email)) where akada_own_mail_domain(email) is not null;
alter table students enable row level security, force row level security;
create policy tenant on students to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on students to akada_gate using (true) with check (true);
grant select, insert, update on students to akada_app;
grant select, delete on students to akada_gate;
alter table memberships add foreign key (institution_id, student_id) references students;
alter table custom_values add foreign key (institution_id, student_id) references students;

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

/* Adds the difference that a statement makes to each batch; 0 is no batch. */
create function akada_count_students() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into batch_counts (institution_id, batch_id, students, female, male)
    select institution_id, coalesce(batch_id, 0), count(*),
      count(*) filter (where gender = 'female'), count(*) filter (where gender = 'male')
    from after where batch_id is not null or (status = 'active' and merged_into_id is null)
    group by 1, 2 order by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into batch_counts (institution_id, batch_id, students, female, male)
    select institution_id, coalesce(batch_id, 0), -count(*),
      -count(*) filter (where gender = 'female'), -count(*) filter (where gender = 'male')
    from before where batch_id is not null or (status = 'active' and merged_into_id is null)
    group by 1, 2 order by 1, 2;
  else
    insert into batch_counts (institution_id, batch_id, students, female, male)
    select institution_id, coalesce(batch_id, 0), sum(n),
      coalesce(sum(n) filter (where gender = 'female'), 0), coalesce(sum(n) filter (where gender = 'male'), 0)
    from (
      select institution_id, batch_id, gender, status, merged_into_id, -1 as n from before
      union all
      select institution_id, batch_id, gender, status, merged_into_id, 1 from after) changed
    where batch_id is not null or (status = 'active' and merged_into_id is null)
    group by 1, 2
    having (sum(n), coalesce(sum(n) filter (where gender = 'female'), 0), coalesce(sum(n) filter (where gender = 'male'), 0)) <> (0, 0, 0)
    order by 1, 2;
  end if;
  return null;
end $$;

/* Keeps student_names complete when a student is renamed. */
create function akada_learn_name() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into student_names values (new.institution_id, split_part(new.sort_name, ' ', 1)) on conflict do nothing;
  return null;
end $$;
alter function akada_learn_name() owner to akada_gate;

/*
 * Keeps student_names complete when students are added. Sorted, so that two imports lock in one order. A word that no
 * student bears any more does no harm.
 */
create function akada_learn_names() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into student_names
  select distinct institution_id, split_part(sort_name, ' ', 1) from learned order by 1, 2
  on conflict do nothing;
  return null;
end $$;
alter function akada_learn_names() owner to akada_gate;

/* Sets the copy of the batch's name on a student who changes the batch. */
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

create trigger students_added after insert on students
  referencing new table as learned for each statement execute function akada_learn_names();
create trigger students_renamed after update of surname, first_name, middle_name on students
  for each row when (old.sort_name is distinct from new.sort_name) execute function akada_learn_name();
create trigger students_seated before insert or update of batch_id on students
  for each row execute function akada_name_batch();
create trigger students_counted after insert on students
  referencing new table as after for each statement execute function akada_count_students();
create trigger students_recounted after update on students
  referencing old table as before new table as after for each statement execute function akada_count_students();
create trigger students_uncounted after delete on students
  referencing old table as before for each statement execute function akada_count_students();

/*
 * Students for searching. LIKE is not leakproof, so under a policy its trigram index stays unused; this view carries
 * the same tenant condition as the policy, written out, and is owned by the gate. docs/decisions/0004 tells more.
 */
create view findable_students as
  select * from students where institution_id = any ((select akada_institutions())::int[]);
alter view findable_students owner to akada_gate;
grant select on findable_students to akada_app;

/*
 * The first words of students' names, each once: what a search for a surname finds here leads to its place in the
 * alphabet, where the students stand one behind the other. docs/decisions/0004 tells more.
 */
create table student_names (
  institution_id int not null references institutions,
  word text collate "C" not null,
  primary key (institution_id, word)
);
select akada_institution_table('student_names', 'select, insert');
grant select, insert, delete on student_names to akada_gate;

/* Removes a word from student_names that no student bears any more. */
create function akada_forget_name(institution int, forgotten text) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  delete from student_names n where n.institution_id = $1 and n.word = $2
    and $1 = any (akada_institutions())
    and not exists (select from students s where s.institution_id = $1 and s.sort_name >= $2 || ' ' and s.sort_name < $2 || '!')
$$;
alter function akada_forget_name(int, text) owner to akada_gate;
revoke all on function akada_forget_name(int, text) from public;
grant execute on function akada_forget_name(int, text) to akada_app;

/* Students assigned to a batch at once, undone as a whole. */
create table batch_assignments (
  institution_id int not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  account_id bigint references accounts,
  student_count int not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, batch_id) references batches
);
select akada_institution_table('batch_assignments', 'select, insert, update');
select akada_session_table('batch_assignments', '{batch_id,batches,session_id}');

/* In which batch a student was, from when until when. */
create table enrolments (
  institution_id int not null,
  id bigint generated always as identity,
  student_id bigint not null,
  batch_id bigint not null,
  session_id bigint not null,
  from_date date not null,
  to_date date,
  outcome text
    check (outcome in ('moved', 'promoted', 'on_trial', 'repeated', 'graduated', 'withdrawn', 'transferred', 'deceased')),
  -- The assignment that opened it and the one that closed it: what an undo takes back.
  assignment_id bigint,
  closed_by_assignment_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, batch_id) references batches,
  foreign key (institution_id, session_id) references academic_sessions,
  foreign key (institution_id, assignment_id) references batch_assignments,
  foreign key (institution_id, closed_by_assignment_id) references batch_assignments,
  check (to_date >= from_date)
);
create unique index one_open_enrolment on enrolments (institution_id, student_id) where to_date is null;
create index on enrolments (institution_id, student_id, from_date);
create index on enrolments (institution_id, batch_id);
create index on enrolments (institution_id, session_id, student_id);
create index on enrolments (institution_id, assignment_id) where assignment_id is not null;
create index on enrolments (institution_id, closed_by_assignment_id) where closed_by_assignment_id is not null;
-- What followed a session.
create index enrolments_by_promotion on enrolments (institution_id, outcome, student_id)
  where outcome in ('promoted', 'on_trial', 'repeated', 'graduated');
select akada_institution_table('enrolments');
grant select on enrolments to akada_gate;
select akada_session_table('enrolments', '{session_id}', '{insert,delete}');

/*
 * A student counts in a session from the first enrolment there to the last. How many there were before the statement
 * follows from how many there are now and what the statement added and removed.
 */
create function akada_count_enrolments() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into session_counts (institution_id, session_id, students)
    select institution_id, session_id, count(*)
    from (select institution_id, session_id, student_id, count(*) as added from after group by 1, 2, 3) a
    where a.added = (select count(*) from enrolments e where e.institution_id = a.institution_id
      and e.session_id = a.session_id and e.student_id = a.student_id)
    group by 1, 2 order by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into session_counts (institution_id, session_id, students)
    select institution_id, session_id, -count(*)
    from (select distinct institution_id, session_id, student_id from before) b
    where not exists (select from enrolments e where e.institution_id = b.institution_id
      and e.session_id = b.session_id and e.student_id = b.student_id)
    group by 1, 2 order by 1, 2;
  else
    insert into session_counts (institution_id, session_id, students)
    select institution_id, session_id, sum((now > 0)::int - (now - more > 0)::int)
    from (
      select institution_id, session_id, student_id, sum(n) as more,
        (select count(*) from enrolments e where e.institution_id = changed.institution_id
          and e.session_id = changed.session_id and e.student_id = changed.student_id) as now
      from (
        select institution_id, session_id, student_id, -1 as n from before
        union all
        select institution_id, session_id, student_id, 1 from after) changed
      group by 1, 2, 3 having sum(n) <> 0) found
    group by 1, 2 having sum((now > 0)::int - (now - more > 0)::int) <> 0 order by 1, 2;
  end if;
  return null;
end $$;

/* Refuses changes to enrolments of a closed session, except that one ends. */
create function akada_enrolments_may_end() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare closed text;
begin
  select y.name into closed from gone g join written w using (institution_id, id)
    join academic_sessions y on y.institution_id = w.institution_id and y.id in (g.session_id, w.session_id)
    where y.closed_at is not null and (g.to_date is not null or w.to_date is null) limit 1;
  if closed is not null then raise exception using errcode = 'AK003', message = closed; end if;
  return null;
end $$;

create trigger enrolments_counted after insert on enrolments
  referencing new table as after for each statement execute function akada_count_enrolments();
create trigger enrolments_recounted after update on enrolments
  referencing old table as before new table as after for each statement execute function akada_count_enrolments();
create trigger enrolments_uncounted after delete on enrolments
  referencing old table as before for each statement execute function akada_count_enrolments();
create trigger open_session_update after update on enrolments referencing old table as gone new table as written
  for each statement when (row_security_active('enrolments'::regclass) and coalesce(current_setting('akada.despite_closed', true), '') = '')
  execute function akada_enrolments_may_end();

/* Electives that a student takes beside the compulsory courses of his batch. */
create table student_electives (
  institution_id int not null,
  student_id bigint not null,
  offering_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (institution_id, student_id, offering_id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, offering_id) references course_offerings on delete cascade
);
create index on student_electives (institution_id, offering_id);
select akada_institution_table('student_electives');
select akada_session_table('student_electives', '{offering_id,course_offerings,batch_id,batches,session_id}');

/* Each move between states with what belongs to it; the audit log says who else did what. */
create table student_moves (
  institution_id int not null,
  id bigint generated always as identity,
  student_id bigint not null,
  from_status text not null,
  to_status text not null,
  on_date date not null,
  reason text not null check (length(reason) between 1 and 300),
  -- A suspension's last day, as it was told.
  until_date date,
  -- Where a student goes to, or died.
  destination text check (length(destination) <= 200),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  -- Enrolment, batch and sign-ins as they were: what an undo puts back.
  content jsonb not null default '{}',
  -- The first of those that were made at once; they are undone together.
  together_id bigint,
  undone_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, together_id) references student_moves,
  check (until_date >= on_date)
);
create index on student_moves (institution_id, student_id, id);
create index on student_moves (institution_id, together_id) where together_id is not null;
select akada_institution_table('student_moves', 'select, insert');
grant update (student_id, reason, destination, content, together_id, undone_at) on student_moves to akada_app;

/* Papers with a number that has no gap: nothing issued is taken back, it is declared void. */
create table certificates (
  institution_id int not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('transfer')),
  number text not null,
  student_id bigint not null,
  move_id bigint,
  issued_on date not null,
  -- What stands on it, as it was on that day.
  content jsonb not null,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  voided_at timestamptz,
  void_reason text check (length(void_reason) <= 300),
  -- A paper that was printed before says so on every further print.
  printed_at timestamptz,
  primary key (institution_id, id),
  unique (institution_id, kind, number),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, move_id) references student_moves,
  check ((voided_at is null) = (void_reason is null))
);
create index on certificates (institution_id, student_id);
create index certificates_latest on certificates (institution_id, id desc);
select akada_institution_table('certificates', 'select, insert');
grant update (student_id, content, voided_at, void_reason, printed_at) on certificates to akada_app;

/* For structure: each student of a session with the last batch there. */
create view session_students with (security_invoker = true) as
  select distinct on (e.institution_id, e.session_id, e.student_id)
    e.institution_id, e.session_id, e.student_id, e.batch_id
  from enrolments e
  order by e.institution_id, e.session_id, e.student_id, e.from_date desc, e.id desc;
grant select on session_students to akada_app;

/* For structure: students as it counts them. The expression is that of the index. */
create view counted_students with (security_invoker = true) as
  select institution_id, id, batch_id, gender, coalesce(admission_date, '0001-01-01'::date) as admitted_on from students;
grant select on counted_students to akada_app;

/* For accounts: the records that an account can be linked to, with their contacts. */
create view linkable_people with (security_invoker = true) as
  select institution_id, 'student' as type, id, merged_into_id, email, phone, mobile, created_at, updated_at from students
  union all
  select institution_id, 'employee', id, merged_into_id, email, phone, mobile, created_at, updated_at from employees
  union all
  select institution_id, 'guardian', id, merged_into_id, email, phone, mobile, created_at, updated_at from guardians;
grant select on linkable_people to akada_app;

-- Guardians and documents --------------------------------------------------------------------------------------------

/* Which guardians a student has, and what each is for. */
create table student_guardians (
  institution_id int not null,
  student_id bigint not null,
  guardian_id bigint not null,
  relation text,
  pays_fees boolean not null default false,
  may_collect boolean not null default false,
  receives_sms boolean not null default false,
  is_next_of_kin boolean not null default false,
  -- In which order the school calls them.
  position int not null default 0,
  created_at timestamptz not null default now(),
  primary key (institution_id, student_id, guardian_id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, guardian_id) references guardians,
  foreign key (institution_id, relation) references guardian_relations on update cascade
);
create index on student_guardians (institution_id, guardian_id, student_id);
create unique index one_next_of_kin on student_guardians (institution_id, student_id) where is_next_of_kin;
alter table student_guardians enable row level security, force row level security;
create policy tenant on student_guardians to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on student_guardians to akada_gate using (true) with check (true);
grant select, insert, update, delete on student_guardians to akada_app;

/*
 * The records of an account's own family in an institution, by their contacts and links: people may not decide about
 * them (docs/decisions/0066).
 */
create function akada_own_family(of_account bigint, here int) returns table (kind text, key text)
language plpgsql stable cost 5000 rows 20 as $$
declare
  own_accounts bigint[] := array[of_account];
  own_employees bigint[];
  own_students bigint[];
  own_guardians bigint[];
  parents bigint[];
  children bigint[];
  contacts text[];
begin
  -- Step by step from few rows: without statistics a plan for all at once joins the whole school with itself.
  select array_agg(m.employee_id) filter (where m.employee_id is not null),
      array_agg(m.student_id) filter (where m.student_id is not null),
      array_agg(m.guardian_id) filter (where m.guardian_id is not null)
    into own_employees, own_students, own_guardians
    from memberships m where m.institution_id = here and m.account_id = of_account;
  -- The same person's other accounts.
  select array_agg(distinct m.account_id) into own_accounts from (
    select of_account as account_id
    union all select x.account_id from memberships x where x.institution_id = here and x.employee_id = any (own_employees)
    union all select x.account_id from memberships x where x.institution_id = here and x.guardian_id = any (own_guardians)
    union all select x.account_id from memberships x where x.institution_id = here and x.student_id = any (own_students)) m;
  if cardinality(own_accounts) > 1 then
    select array_agg(m.employee_id) filter (where m.employee_id is not null),
        array_agg(m.student_id) filter (where m.student_id is not null),
        array_agg(m.guardian_id) filter (where m.guardian_id is not null)
      into own_employees, own_students, own_guardians
      from memberships m where m.institution_id = here and m.account_id = any (own_accounts);
  end if;
  select array_agg(distinct c.contact) into contacts from (
    select unnest(array[a.phone, lower(a.email)]) as contact from accounts a where a.id = any (own_accounts)
    union all select unnest(array[e.phone, e.mobile, lower(e.email)]) from employees e
      where e.institution_id = here and e.id = any (own_employees)
    union all select unnest(array[g.phone, g.mobile, lower(g.email)]) from guardians g
      where g.institution_id = here and g.id = any (own_guardians)) c where c.contact is not null;
  own_employees := own_employees || akada_employees_at(contacts, here);
  own_guardians := own_guardians || array(
    select g.id from guardians g where g.institution_id = here and g.phone = any (contacts)
    union select g.id from guardians g where g.institution_id = here and g.mobile = any (contacts)
    union select g.id from guardians g where g.institution_id = here and lower(g.email) = any (contacts));
  if coalesce(cardinality(own_guardians), 0) + coalesce(cardinality(own_students), 0) > 0 then
    parents := own_guardians || array(
      select l.guardian_id from student_guardians l where l.institution_id = here and l.student_id = any (own_students));
    children := array(
      select distinct l.student_id from student_guardians l where l.institution_id = here and l.guardian_id = any (parents));
    parents := parents || array(select distinct l.guardian_id from student_guardians l
      where l.institution_id = here and l.student_id = any (children));
    children := own_students || array(
      select distinct l.student_id from student_guardians l where l.institution_id = here and l.guardian_id = any (parents));
    contacts := contacts || array(select c.contact from guardians g cross join lateral
      unnest(array[g.phone, g.mobile, lower(g.email)]) c(contact)
      where g.institution_id = here and g.id = any (parents) and c.contact is not null);
    own_employees := own_employees || akada_employees_at(contacts, here) || array(
      select y.employee_id from memberships x join memberships y
          on (y.institution_id, y.account_id) = (x.institution_id, x.account_id) and y.employee_id is not null
        where x.institution_id = here and x.guardian_id = any (parents));
  end if;
  return query
    select 'employee', unnest(own_employees)::text
    union select 'student', unnest(children)::text
    union select 'guardian', unnest(parents)::text
    union select 'contact', unnest(contacts);
end $$;

/* The mail domain of an address if the school has nobody there on record. */
create function akada_unknown_mail_domain(institution int, email text) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select d.domain from (select akada_own_mail_domain(email) as domain) d
  where d.domain is not null
    and not exists (select from guardians p where p.institution_id = institution and akada_own_mail_domain(p.email) = d.domain)
    and not exists (select from students p where p.institution_id = institution and akada_own_mail_domain(p.email) = d.domain)
    and not exists (select from employees p where p.institution_id = institution and akada_own_mail_domain(p.email) = d.domain)
$$;
alter function akada_unknown_mail_domain(int, text) owner to akada_gate;
revoke all on function akada_unknown_mail_domain(int, text) from public;
grant execute on function akada_unknown_mail_domain(int, text) to akada_app;

/* Documents on the records of people. */
create table documents (
  institution_id int not null,
  id bigint generated always as identity,
  student_id bigint,
  employee_id bigint,
  guardian_id bigint,
  type text,
  title text not null check (length(title) between 1 and 150),
  file_id bigint not null,
  issued_on date,
  expires_on date,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  -- Taken off the record; kept until somebody erases the person's data.
  removed_at timestamptz,
  -- The expiry date that people were notified of; a new date is notified again.
  expiry_told date,
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, guardian_id) references guardians,
  foreign key (institution_id, type) references document_types on update cascade,
  foreign key (institution_id, file_id) references files,
  check (expires_on >= issued_on),
  check (num_nonnulls(student_id, employee_id, guardian_id) = 1)
);
create index on documents (institution_id, student_id) where student_id is not null;
create index on documents (institution_id, employee_id) where employee_id is not null;
create index on documents (institution_id, guardian_id) where guardian_id is not null;
create index on documents (institution_id, expires_on) where expires_on is not null and removed_at is null;
alter table documents enable row level security, force row level security;
create policy tenant on documents to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on documents to akada_gate using (true) with check (true);
grant select, insert, update, delete on documents to akada_app;
grant select on documents to akada_gate;

/*
 * The institutions in which a paper expires within so many days and nobody was told yet. The daily job enters none
 * before.
 */
create function akada_expiring(days int) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct institution_id from documents
  where expires_on between current_date - 1 and current_date + $1 + 1 and removed_at is null
    and expiry_told is distinct from expires_on
$$;
alter function akada_expiring(int) owner to akada_gate;
revoke all on function akada_expiring(int) from public;
grant execute on function akada_expiring(int) to akada_app;

-- Employees ----------------------------------------------------------------------------------------------------------

/* Leaving and coming back: each with what ended with it, so that it can be offered again. */
create table employee_moves (
  institution_id int not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  kind text not null check (kind in ('left', 'back')),
  on_date date not null,
  reason text not null check (length(reason) between 1 and 300),
  -- The roles that ended: account, role and its name on that day.
  ended_roles jsonb not null default '[]',
  -- The batches led and the courses taught that were given up, in words.
  given_up jsonb not null default '[]',
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, employee_id) references employees
);
create index on employee_moves (institution_id, employee_id, id);
select akada_institution_table('employee_moves', 'select, insert');
grant update (employee_id, reason, ended_roles) on employee_moves to akada_app;

-- Leave --------------------------------------------------------------------------------------------------------------

/* Types of employees' leave (docs/decisions/0059). */
create table leave_types (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 60),
  -- Null: without a limit, as somebody decides each time.
  days_a_year numeric(4,1) check (days_a_year between 0 and 366),
  is_paid boolean not null default true,
  needs_paper boolean not null default false,
  -- Sick leave and others that say something about a person's health: colleagues see only that somebody is away.
  is_restricted boolean not null default false,
  -- Counts every day, not working days alone, as maternity leave does.
  counts_all_days boolean not null default false,
  retired_at timestamptz,
  primary key (institution_id, id)
);
create unique index leave_types_name on leave_types (institution_id, lower(name));
select akada_institution_table('leave_types');

/* The types that every institution starts with; they can be changed. */
create function akada_usual_leave_types(institution int) returns void
language sql as $$
  insert into leave_types (institution_id, name, days_a_year, is_paid, needs_paper, is_restricted, counts_all_days) values
    (institution, 'Annual leave', 21, true, false, false, false),
    (institution, 'Sick leave', 12, true, true, true, false),
    (institution, 'Maternity leave', 84, true, true, true, true),
    (institution, 'Paternity leave', 10, true, false, false, false),
    (institution, 'Study leave', 10, false, true, false, false),
    (institution, 'Casual leave', 7, true, false, false, false),
    (institution, 'Compassionate leave', 5, true, false, true, false)
  on conflict do nothing
$$;
grant execute on function akada_usual_leave_types(int) to akada_app;

/* Days of one employee in a calendar year, where they are not those of the type. */
create table leave_entitlements (
  institution_id int not null,
  employee_id bigint not null,
  type_id bigint not null,
  year int not null check (year between 2000 and 2200),
  days numeric(4,1) not null check (days between 0 and 366),
  primary key (institution_id, employee_id, type_id, year),
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, type_id) references leave_types
);
create index on leave_entitlements (institution_id, type_id);
select akada_institution_table('leave_entitlements');

/* Requests for leave and their decisions. */
create table leave_requests (
  institution_id int not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  type_id bigint not null,
  starts_on date not null,
  ends_on date not null,
  -- Half of a single day.
  half text check (half in ('morning', 'afternoon')),
  -- Counted by the calendar when it was asked for, and again when it was approved; what the calendar says later
  -- changes nothing.
  days numeric(4,1) not null check (days > 0),
  reason text check (length(reason) between 1 and 500),
  file_id bigint,
  state text not null default 'asked' check (state in ('asked', 'approved', 'refused', 'cancelled')),
  asked_by bigint references accounts,
  decided_by bigint references accounts,
  decided_at timestamptz,
  answer text check (length(answer) between 1 and 300),
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  constraint leave_requests_once exclude using gist (institution_id with =, employee_id with =, tsrange(
    starts_on + case half when 'afternoon' then interval '12 hours' else interval '0' end,
    ends_on + case half when 'morning' then interval '12 hours' else interval '1 day' end) with &&)
    where (state in ('asked', 'approved')),
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, type_id) references leave_types,
  foreign key (institution_id, file_id) references files,
  check (ends_on >= starts_on),
  check (half is null or starts_on = ends_on),
  -- Each counts in one year.
  check (extract(year from starts_on) = extract(year from ends_on)),
  check ((state = 'asked') = (decided_at is null)),
  -- A second person decides.
  check (state not in ('approved', 'refused') or decided_by is distinct from asked_by)
);
create index on leave_requests (institution_id, starts_on, ends_on) where state = 'approved';
create index on leave_requests (institution_id, created_at) where state = 'asked';
create index on leave_requests (institution_id, type_id);
create index on leave_requests (file_id);
create index on leave_requests (asked_by);
create index on leave_requests (decided_by);
select akada_institution_table('leave_requests');

/* The daily register of employees: a row for each who was called. */
create table staff_attendance (
  institution_id int not null,
  employee_id bigint not null,
  on_date date not null,
  kind text not null check (kind in ('present', 'late', 'absent', 'leave', 'duty')),
  arrived_at time,
  note text check (length(note) between 1 and 200),
  marked_by bigint references accounts,
  marked_at timestamptz not null default now(),
  primary key (institution_id, employee_id, on_date),
  foreign key (institution_id, employee_id) references employees,
  check (arrived_at is null or kind in ('present', 'late', 'duty'))
);
create index on staff_attendance (institution_id, on_date);
create index on staff_attendance (marked_by);
select akada_institution_table('staff_attendance');

-- Invitations --------------------------------------------------------------------------------------------------------

/*
 * Invitations of many people at once. A job writes those of a long one piece by piece; the row says how far it is and
 * who was left out. People are ids of `entity`; their names are read from their records.
 */
create table bulk_invitations (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  entity text not null check (entity in ('guardian', 'employee')),
  -- The role of employees; guardians have their own.
  role_id bigint,
  people bigint[] not null check (cardinality(people) between 1 and 5000),
  -- The public address for the links.
  origin text not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped', 'failed')),
  done_count int not null default 0,
  invited_count int not null default 0,
  renewed_count int not null default 0,
  left_out jsonb not null default '[]' check (jsonb_typeof(left_out) = 'array'),
  failure text,
  -- When a second person was asked, who has agreed: contacts that were changed since are left out.
  asked_at timestamptz,
  approved_by bigint references accounts,
  account_id bigint not null references accounts,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, role_id) references roles on delete set null (role_id),
  check ((entity = 'employee') or role_id is null),
  check (done_count <= cardinality(people)),
  check ((state = 'running') = (finished_at is null))
);
create index on bulk_invitations (institution_id, role_id);
create index on bulk_invitations (account_id);
create index on bulk_invitations (approved_by);
select akada_institution_table('bulk_invitations');

-- Imports ------------------------------------------------------------------------------------------------------------

/* Uploaded files of people, opening balances and past results, from mapping to undo. */
create table imports (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  kind text not null default 'students' check (kind in ('students', 'employees', 'guardians', 'openings', 'results')),
  file_id bigint,
  account_id bigint references accounts,
  state text not null default 'uploaded' check (state in
    ('uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  format jsonb not null default '{}',
  mapping jsonb not null default '{}',
  options jsonb not null default '{}',
  mode text check (mode in ('all', 'good')),
  row_count int not null default 0,
  checked_count int not null default 0,
  good_count int not null default 0,
  bad_count int not null default 0,
  -- Rows behind this mark are done; a restarted job goes on from here.
  done_count int not null default 0,
  imported_count int not null default 0,
  failure text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- What a checked file would add to the institution's lists: words by list.
  new_words jsonb not null default '{}',
  -- The name outlives the file.
  file_name text,
  emptied_at timestamptz,
  -- How many new people would come in without an own field that the form requires, by the field's id.
  lacking jsonb not null default '{}',
  -- Whether the file was removed because somebody in it was erased, and not because of its age.
  emptied_by_erasure boolean not null default false,
  -- Who had the file checked, or started the import, and which of its acts that person may do.
  acting_account_id bigint references accounts,
  acts text[] not null default '{}',
  -- Rows that the check left out, or students without a seat, for lack of a permission, by the act.
  left_out jsonb not null default '{}',
  file_hash text,
  -- Whoever uploaded a file that was here before has said to go on.
  repeat_confirmed boolean not null default false,
  -- How many rows look like somebody who is here already, and what to do with single ones of them, by row.
  alike_count int not null default 0,
  decisions jsonb not null default '{}',
  undone_at timestamptz,
  undo_result jsonb,
  -- What the rows of a checked file of opening balances sum to.
  amounts jsonb not null default '{}',
  -- Opening balances with credit are released by a second person: who it was, and how much credit was agreed on.
  approved_by bigint references accounts,
  approved_credit bigint not null default 0 check (approved_credit >= 0),
  -- What the person corrects of a file before it is imported: values that mean another one (“07.1” is JSS 1 A), and
  -- single cells. The first rows as they will be saved, and how many are new, are kept with the import until it is
  -- emptied.
  corrections jsonb not null default '{}',
  preview jsonb not null default '{}',
  counts jsonb not null default '{}',
  -- Who agreed that an import of opening balances is taken back.
  undo_agreed_by bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, file_id) references files
);
create index on imports (created_at) where emptied_at is null;
create index on imports (institution_id, file_hash) where file_hash is not null;
select akada_institution_table('imports');
grant select, update on imports to akada_gate;

/* Rows of a file that have problems, or that match an existing record. */
create table import_problems (
  institution_id int not null,
  import_id bigint not null,
  id bigint generated always as identity,
  row_number int not null,
  column_name text,
  value text,
  message text not null,
  -- An existing record that the row is about: not a problem, but shown with them.
  alike_id bigint,
  -- The name in the row, as the file writes it.
  who text,
  primary key (institution_id, id),
  foreign key (institution_id, import_id) references imports on delete cascade
);
create index on import_problems (institution_id, import_id, row_number, id);
select akada_institution_table('import_problems');
grant select, delete on import_problems to akada_gate;

/* What an import did to one record: all that its undoing needs. Goes with the file, or with the person. */
create table import_changes (
  institution_id int not null,
  id bigint generated always as identity,
  import_id bigint not null,
  entity text not null check (entity in ('student', 'employee', 'guardian')),
  subject_id bigint not null,
  is_new boolean not null,
  -- By field, and by custom field, what was and what is: {from, to}.
  fields jsonb not null default '{}',
  own jsonb not null default '{}',
  -- Links between guardians and children that were made or changed.
  links jsonb not null default '[]',
  batch_id bigint,
  enrolment_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, import_id) references imports on delete cascade
);
create index on import_changes (institution_id, import_id, subject_id);
create index on import_changes (institution_id, entity, subject_id);
select akada_institution_table('import_changes');
grant select, delete on import_changes to akada_gate;

/*
 * Removes the files, corrections and previews of imports that ended, or were not continued, so many days ago. Returns
 * where the files are stored, to be deleted after the commit. The nightly job enters no institution.
 */
create function akada_tidy_imports(days int) returns setof text
language sql volatile security definer set search_path = public, pg_temp
as $$
  with ended as (
    select i.institution_id, i.id from imports i
    where i.state not in ('checking', 'running', 'undoing')
      and coalesce(i.finished_at, i.created_at) < now() - make_interval(days => $1)),
  changes as (
    delete from import_changes c using ended where (c.institution_id, c.import_id) = (ended.institution_id, ended.id)),
  old as (
    select i.institution_id, i.id, i.file_id, f.name
    from imports i join files f on (f.institution_id, f.id) = (i.institution_id, i.file_id)
    where i.emptied_at is null and i.state not in ('checking', 'running', 'undoing')
      and i.created_at < now() - make_interval(days => $1)
      and coalesce(i.finished_at, i.created_at) < now() - make_interval(days => $1)
    for update of i),
  problems as (
    delete from import_problems p using old where (p.institution_id, p.import_id) = (old.institution_id, old.id)),
  emptied as (
    update imports i set file_id = null, file_name = old.name, emptied_at = now(),
      state = case when i.state in ('uploaded', 'checked') then 'cancelled' else i.state end,
      finished_at = coalesce(i.finished_at, now()),
      format = jsonb_set(i.format, '{columns}', '[]'), mapping = '[]',
      corrections = '{}', preview = '{}', counts = i.counts - 'replaced'
    from old where (i.institution_id, i.id) = (old.institution_id, old.id))
  delete from files f using old where (f.institution_id, f.id) = (old.institution_id, old.file_id)
  returning f.stored_as
$$;
alter function akada_tidy_imports(int) owner to akada_gate;
revoke all on function akada_tidy_imports(int) from public;
grant execute on function akada_tidy_imports(int) to akada_app;

/* Removes records that an import added, unless something refers to them. */
create function akada_remove_imported(institution int, import bigint, entity text, ids bigint[]) returns int
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  removed int;
begin
  if not institution = any (akada_institutions()) then raise exception 'not an institution of the caller'; end if;
  if entity not in ('student', 'employee', 'guardian') then raise exception 'not a kind of people'; end if;
  if not exists (select from imports i where i.institution_id = $1 and i.id = $2 and i.state = 'undoing'
    and i.kind in ('students', 'employees', 'guardians')) then raise exception 'not an import that is being undone'; end if;
  execute format('delete from %I p where p.institution_id = $1 and p.id = any ($4) and exists (select from import_changes c
    where c.institution_id = $1 and c.import_id = $2 and c.entity = $3 and c.subject_id = p.id and c.is_new)', entity || 's')
    using $1, $2, $3, $4;
  get diagnostics removed = row_count;
  return removed;
end $$;
alter function akada_remove_imported(int, bigint, text, bigint[]) owner to akada_gate;
revoke all on function akada_remove_imported(int, bigint, text, bigint[]) from public;
grant execute on function akada_remove_imported(int, bigint, text, bigint[]) to akada_app;

/* Values of earlier files and what they mean, for the next file of the same kind. */
create table import_words (
  institution_id int not null references institutions,
  kind text not null,
  field text not null check (length(field) <= 60),
  -- Normalised, for comparison.
  word text not null check (length(word) <= 200),
  shown text not null check (length(shown) <= 200),
  -- Blank: the cell is not imported.
  means text not null check (length(means) <= 300),
  primary key (institution_id, kind, field, word)
);
select akada_institution_table('import_words');

/* For accounts: who imported a file of people, and when. */
create view imported_files with (security_invoker = true) as
  select institution_id, account_id, kind, created_at, finished_at from imports;
grant select on imported_files to akada_app;
