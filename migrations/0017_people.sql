-- People, whole: students, guardians and employees with everything that is kept of them.

-- Lists that an institution keeps in its own words ----------------------------------------------------------------

-- A person's row bears the word itself. The foreign key keeps it one of the list and carries a new spelling over, so
-- that no list, file or search has to look a name up. docs/decisions/0014 tells more.
-- Twelve lists of one shape. `retired_at`: offered no more; who has the word keeps it.
create table religions (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create table languages (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create table student_categories (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create table employee_categories (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create table departments (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create table employee_positions (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create table job_titles (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create table qualifications (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create table educational_qualifications (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create table marital_statuses (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create table guardian_relations (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create table document_types (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);

do $$
declare t text;
begin
  foreach t in array array['religions', 'languages', 'student_categories', 'employee_categories', 'departments',
    'employee_positions', 'job_titles', 'qualifications', 'educational_qualifications', 'marital_statuses',
    'guardian_relations', 'document_types'] loop
    execute format('create unique index %I on %I (institution_id, akada_searchable(name))', t || '_by_word', t);
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy tenant on %I to akada_app using (institution_id = any ((select akada_institutions())::int[])) with check (institution_id = any ((select akada_institutions())::int[]))', t);
    execute format('create policy gate on %I to akada_gate using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to akada_app', t);
    execute format('grant insert on %I to akada_gate', t);
  end loop;
end $$;

/* What a new institution's lists begin with; it renames, adds and retires what it likes. */
create function akada_seed_lists(institution int) returns void
language sql volatile security definer set search_path = public
as $$
  insert into religions select $1, name, at from unnest(array['Christianity', 'Islam', 'Traditional', 'Other'])
    with ordinality as seed (name, at) on conflict do nothing;
  insert into languages select $1, name, at from unnest(array['English', 'Hausa', 'Igbo', 'Yoruba', 'Arabic', 'Ebira',
    'Edo', 'Efik', 'French', 'Fulfulde', 'Gbagyi', 'Ibibio', 'Idoma', 'Igala', 'Ijaw', 'Itsekiri', 'Kanuri', 'Nupe', 'Tiv',
    'Urhobo', 'Other']) with ordinality as seed (name, at) on conflict do nothing;
  insert into student_categories select $1, name, at from unnest(array['Day', 'Boarding', 'Scholarship', 'Staff child'])
    with ordinality as seed (name, at) on conflict do nothing;
  insert into employee_categories select $1, name, at from unnest(array['Teaching', 'Non-teaching', 'Management',
    'Corps member', 'Contract']) with ordinality as seed (name, at) on conflict do nothing;
  insert into departments select $1, name, at from unnest(array['Administration', 'Arts', 'Business', 'Bursary',
    'Health', 'Humanities', 'ICT', 'Languages', 'Library', 'Mathematics', 'Sciences', 'Technology', 'Works'])
    with ordinality as seed (name, at) on conflict do nothing;
  insert into employee_positions select $1, name, at from unnest(array['Principal officer', 'Head of department',
    'Senior staff', 'Junior staff', 'Intern']) with ordinality as seed (name, at) on conflict do nothing;
  insert into job_titles select $1, name, at from unnest(array['Director', 'Principal', 'Vice principal', 'Registrar',
    'Admission officer', 'Bursar', 'Cashier', 'HR officer', 'ICT administrator', 'Teacher', 'Lecturer', 'Librarian',
    'Laboratory technician', 'Guidance counsellor', 'School nurse', 'Secretary', 'Driver', 'Security officer', 'Cleaner'])
    with ordinality as seed (name, at) on conflict do nothing;
  insert into qualifications select $1, name, at from unnest(array['TRCN', 'PGDE', 'ICAN', 'ANAN', 'CIPM', 'NIM', 'COREN',
    'LRCN', 'RN', 'None']) with ordinality as seed (name, at) on conflict do nothing;
  insert into educational_qualifications select $1, name, at from unnest(array['First School Leaving Certificate', 'SSCE',
    'OND', 'NCE', 'HND', 'B.Ed', 'B.A', 'B.Sc', 'B.Tech', 'M.Ed', 'M.A', 'M.Sc', 'MBA', 'PhD'])
    with ordinality as seed (name, at) on conflict do nothing;
  insert into marital_statuses select $1, name, at from unnest(array['Single', 'Married', 'Separated', 'Divorced', 'Widowed'])
    with ordinality as seed (name, at) on conflict do nothing;
  insert into guardian_relations select $1, name, at from unnest(array['Mother', 'Father', 'Guardian', 'Grandmother',
    'Grandfather', 'Aunt', 'Uncle', 'Sister', 'Brother', 'Sponsor', 'Other'])
    with ordinality as seed (name, at) on conflict do nothing;
  insert into document_types select $1, name, at from unnest(array['Birth certificate', 'Transfer certificate',
    'Letter of admission', 'Examination result', 'Medical report', 'Identity card or NIN slip', 'Curriculum vitae',
    'Certificate', 'Professional licence', 'Letter of employment', 'Other'])
    with ordinality as seed (name, at) on conflict do nothing;
$$;
alter function akada_seed_lists(int) owner to akada_gate;
revoke all on function akada_seed_lists(int) from public;

create function akada_institution_founded() returns trigger
language plpgsql security definer set search_path = public
as $$
begin
  perform akada_seed_lists(new.id);
  return null;
end $$;
alter function akada_institution_founded() owner to akada_gate;
create trigger institution_founded after insert on institutions
  for each row execute function akada_institution_founded();

-- Forced row-level security would hide the rows from an owner who is no superuser.
alter table institutions no force row level security;
alter table students no force row level security;
alter table employees no force row level security;
select akada_seed_lists(id) from institutions order by id;

-- What people wrote so far joins the lists, each word in the spelling that the list has or that comes first.
do $$
declare
  source text[];
begin
  foreach source slice 1 in array array[['students', 'religion', 'religions'], ['students', 'language', 'languages'],
    ['employees', 'department', 'departments'], ['employees', 'job_title', 'job_titles']] loop
    execute format('alter table %I no force row level security', source[3]);
    -- Lists and forms know no word with blanks around it.
    execute format('update %1$I set %2$I = nullif(trim(regexp_replace(%2$I, ''\s+'', '' '', ''g'')), '''')
      where %2$I is distinct from nullif(trim(regexp_replace(%2$I, ''\s+'', '' '', ''g'')), '''')', source[1], source[2]);
    execute format('insert into %3$I (institution_id, name, position)
      select institution_id, min(left(%2$I, 80)), 100 from %1$I where %2$I is not null
      group by institution_id, akada_searchable(left(%2$I, 80)) on conflict do nothing', source[1], source[2], source[3]);
    execute format('update %1$I p set %2$I = l.name from %3$I l where l.institution_id = p.institution_id
      and akada_searchable(l.name) = akada_searchable(left(p.%2$I, 80)) and l.name <> p.%2$I', source[1], source[2], source[3]);
    execute format('alter table %I force row level security', source[3]);
  end loop;
end $$;

-- Students --------------------------------------------------------------------------------------------------------

alter table students
  add column category text,
  add column nationality_id text references countries,
  -- Where a country's states are not kept, the state as people write it.
  add column state_name text check (length(state_name) <= 100),
  add column mobile text,
  add column genotype text check (genotype in ('AA', 'AS', 'SS', 'AC', 'SC', 'CC')),
  add column photo_id bigint,
  add column photo_small_id bigint,
  -- Who is to be told, where no guardian is marked as next of kin.
  add column next_of_kin_name text check (length(next_of_kin_name) <= 200),
  add column next_of_kin_phone text,
  add column next_of_kin_relation text,
  -- Two records of one person became one; this one is shown no more.
  add column merged_into_id bigint,
  add column anonymised_at timestamptz,
  add foreign key (institution_id, category) references student_categories on update cascade,
  add foreign key (institution_id, religion) references religions on update cascade,
  add foreign key (institution_id, language) references languages on update cascade,
  add foreign key (institution_id, next_of_kin_relation) references guardian_relations on update cascade,
  add foreign key (institution_id, photo_id) references files,
  add foreign key (institution_id, photo_small_id) references files,
  add foreign key (institution_id, merged_into_id) references students,
  add check (merged_into_id <> id),
  add check (state_id is null or state_name is null);
alter table students alter column search_text set expression as
  (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, '') || ' ' || admission_number
    || coalesce(' ' || registration_number, '') || coalesce(' ' || phone, '') || coalesce(' ' || mobile, '')));

-- The lists leave merged records out: told by the index, a count need not look at the rows.
drop index students_by_name;
create index students_by_name on students (institution_id, sort_name, id) include (merged_into_id);
drop index students_by_batch;
create index students_by_batch on students (institution_id, batch_id, sort_name, id) include (merged_into_id);
create index students_merged on students (institution_id, merged_into_id) where merged_into_id is not null;

create or replace view findable_students as
  select * from students where institution_id = any ((select akada_institutions())::int[]);

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
  until_date date check (until_date >= on_date),
  -- Where a student goes to, or died.
  destination text check (length(destination) <= 200),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students
);
create index on student_moves (institution_id, student_id, id);

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
  primary key (institution_id, id),
  unique (institution_id, kind, number),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, move_id) references student_moves,
  check ((voided_at is null) = (void_reason is null))
);
create index on certificates (institution_id, student_id);

-- Employees -------------------------------------------------------------------------------------------------------

-- Nothing asked so far whether the two days go together; where they do not, when the person came is not known.
update employees set employed_on = null where left_on < employed_on;
alter table employees
  add column birth_date date check (birth_date between '1900-01-01' and '2200-01-01'),
  add column marital_status text,
  add column religion text,
  add column blood_group text,
  add column genotype text check (genotype in ('AA', 'AS', 'SS', 'AC', 'SC', 'CC')),
  add column nationality_id text references countries,
  add column state_name text check (length(state_name) <= 100),
  add column lga_id text references lgas,
  add column city text check (length(city) <= 100),
  add column community text check (length(community) <= 100),
  add column address text check (length(address) <= 300),
  add column mobile text,
  add column category text,
  add column position text,
  add column qualification text,
  add column educational_qualification text,
  add column next_of_kin_name text check (length(next_of_kin_name) <= 200),
  add column next_of_kin_phone text,
  add column next_of_kin_relation text,
  add column photo_id bigint,
  add column photo_small_id bigint,
  add column leaving_reason text check (length(leaving_reason) <= 300),
  add column merged_into_id bigint,
  add column anonymised_at timestamptz,
  add column updated_at timestamptz not null default now(),
  add column sort_name text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, ''))) stored,
  add column search_text text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, '') || ' ' || employee_number
      || coalesce(' ' || phone, '') || coalesce(' ' || mobile, '') || coalesce(' ' || email, ''))) stored,
  add foreign key (institution_id, marital_status) references marital_statuses on update cascade,
  add foreign key (institution_id, religion) references religions on update cascade,
  add foreign key (institution_id, category) references employee_categories on update cascade,
  add foreign key (institution_id, department) references departments on update cascade,
  add foreign key (institution_id, position) references employee_positions on update cascade,
  add foreign key (institution_id, job_title) references job_titles on update cascade,
  add foreign key (institution_id, qualification) references qualifications on update cascade,
  add foreign key (institution_id, educational_qualification) references educational_qualifications on update cascade,
  add foreign key (institution_id, next_of_kin_relation) references guardian_relations on update cascade,
  add foreign key (institution_id, photo_id) references files,
  add foreign key (institution_id, photo_small_id) references files,
  add foreign key (institution_id, merged_into_id) references employees,
  add check (merged_into_id <> id),
  add check (state_id is null or state_name is null),
  add check (left_on is null or employed_on is null or left_on >= employed_on);
create index employees_by_name on employees (institution_id, sort_name, id);
create index employees_by_birth on employees (institution_id, birth_date);
create index employees_search on employees using gin (institution_id, search_text gin_trgm_ops);
revoke delete on employees from akada_app;

create view findable_employees as
  select * from employees where institution_id = any ((select akada_institutions())::int[]);
alter view findable_employees owner to akada_gate;
grant select on employees to akada_gate;
grant select on findable_employees to akada_app;

/* The numbers of employees are made like the students'. */
alter table institutions add column employee_number_pattern text not null default 'E{seq:4}';

-- Guardians -------------------------------------------------------------------------------------------------------

create table guardians (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  title text check (length(title) <= 20),
  surname text not null check (length(surname) between 1 and 100),
  first_name text not null check (length(first_name) between 1 and 100),
  middle_name text check (length(middle_name) <= 100),
  gender text check (gender in ('female', 'male')),
  phone text,
  mobile text,
  email text,
  occupation text check (length(occupation) <= 100),
  employer text check (length(employer) <= 150),
  nationality_id text references countries,
  country_id text references countries,
  state_id text references states,
  state_name text check (length(state_name) <= 100),
  lga_id text references lgas,
  city text check (length(city) <= 100),
  community text check (length(community) <= 100),
  address text check (length(address) <= 300),
  religion text,
  language text,
  photo_id bigint,
  photo_small_id bigint,
  merged_into_id bigint,
  anonymised_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, ''))) stored,
  search_text text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, '')
      || coalesce(' ' || phone, '') || coalesce(' ' || mobile, '') || coalesce(' ' || email, ''))) stored,
  primary key (institution_id, id),
  foreign key (institution_id, religion) references religions on update cascade,
  foreign key (institution_id, language) references languages on update cascade,
  foreign key (institution_id, photo_id) references files,
  foreign key (institution_id, photo_small_id) references files,
  foreign key (institution_id, merged_into_id) references guardians,
  check (merged_into_id <> id),
  check (state_id is null or state_name is null)
);
create index guardians_by_name on guardians (institution_id, sort_name, id);
create index guardians_by_phone on guardians (institution_id, phone) where phone is not null;
create index guardians_by_mobile on guardians (institution_id, mobile) where mobile is not null;
create index guardians_by_email on guardians (institution_id, email) where email is not null;
create index guardians_search on guardians using gin (institution_id, search_text gin_trgm_ops);

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

-- An account may stand for a guardian, and for several children or posts under one role.
alter table memberships add column guardian_id bigint;
alter table memberships add foreign key (institution_id, guardian_id) references guardians;
alter table memberships drop constraint memberships_institution_id_account_id_role_id_key;
alter table memberships add constraint one_membership
  unique nulls not distinct (institution_id, account_id, role_id, employee_id, student_id, guardian_id);
create index on memberships (institution_id, employee_id) where employee_id is not null;
create index on memberships (institution_id, student_id) where student_id is not null;
create index on memberships (institution_id, guardian_id) where guardian_id is not null;

-- What hangs on a person ------------------------------------------------------------------------------------------

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
  expires_on date check (expires_on >= issued_on),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  -- Taken off the record; kept until somebody erases the person's data.
  removed_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, guardian_id) references guardians,
  foreign key (institution_id, type) references document_types on update cascade,
  foreign key (institution_id, file_id) references files,
  check (num_nonnulls(student_id, employee_id, guardian_id) = 1)
);
create index on documents (institution_id, student_id) where student_id is not null;
create index on documents (institution_id, employee_id) where employee_id is not null;
create index on documents (institution_id, guardian_id) where guardian_id is not null;
create index on documents (institution_id, expires_on) where expires_on is not null and removed_at is null;

create table custom_fields (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  entity text not null check (entity in ('student', 'employee', 'guardian')),
  label text not null check (length(label) between 1 and 80),
  help text check (length(help) <= 200),
  type text not null check (type in ('text', 'number', 'date', 'choice', 'multi_choice', 'yes_no', 'file')),
  field_group text not null default 'general' check (field_group in ('general', 'health', 'religion', 'private')),
  is_required boolean not null default false,
  position int not null default 0,
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create unique index custom_fields_by_label on custom_fields (institution_id, entity, akada_searchable(label))
  where retired_at is null;

create table custom_field_options (
  institution_id int not null,
  id bigint generated always as identity,
  field_id bigint not null,
  label text not null check (length(label) between 1 and 80),
  position int not null default 0,
  -- Retired, never deleted: who has it keeps it.
  retired_at timestamptz,
  primary key (institution_id, id),
  unique (institution_id, field_id, id),
  foreign key (institution_id, field_id) references custom_fields
);
create unique index custom_field_options_by_label
  on custom_field_options (institution_id, field_id, akada_searchable(label)) where retired_at is null;

/* One typed value a person and field; a field of several choices has one row a choice. */
create table custom_values (
  institution_id int not null,
  id bigint generated always as identity,
  field_id bigint not null,
  student_id bigint,
  employee_id bigint,
  guardian_id bigint,
  text_value text check (length(text_value) between 1 and 2000),
  number_value numeric,
  date_value date,
  yes_value boolean,
  option_id bigint,
  file_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, field_id) references custom_fields,
  foreign key (institution_id, field_id, option_id) references custom_field_options (institution_id, field_id, id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, guardian_id) references guardians,
  foreign key (institution_id, file_id) references files,
  check (num_nonnulls(student_id, employee_id, guardian_id) = 1),
  check (num_nonnulls(text_value, number_value, date_value, yes_value, option_id, file_id) = 1),
  constraint one_value unique nulls not distinct (institution_id, field_id, student_id, employee_id, guardian_id, option_id)
);
create index on custom_values (institution_id, student_id) where student_id is not null;
create index on custom_values (institution_id, employee_id) where employee_id is not null;
create index on custom_values (institution_id, guardian_id) where guardian_id is not null;
create index on custom_values (institution_id, field_id, option_id) where option_id is not null;

/* What somebody has typed into a long form and not sent yet. Of interest to nobody else. */
create table form_drafts (
  institution_id int not null references institutions,
  account_id bigint not null references accounts on delete cascade,
  form text not null check (length(form) between 1 and 100),
  content jsonb not null check (pg_column_size(content) < 100000),
  updated_at timestamptz not null default now(),
  primary key (institution_id, account_id, form)
);

-- Two records of one person, and privacy --------------------------------------------------------------------------

create table merges (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  entity text not null check (entity in ('student', 'employee', 'guardian')),
  kept_id bigint not null,
  merged_id bigint not null,
  -- All that an undo puts back.
  content jsonb not null,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (institution_id, id),
  check (kept_id <> merged_id)
);
create unique index merged_once on merges (institution_id, entity, merged_id) where undone_at is null;
create index on merges (institution_id, entity, kept_id);

/* Who looked at what of whom, where looking itself must be accounted for. */
create table read_log (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  account_id bigint references accounts,
  person text not null,
  entity text not null check (entity in ('student', 'employee', 'guardian')),
  subject_id bigint not null,
  field_group text not null,
  -- Where it was shown: record, form, file, print.
  place text not null,
  primary key (institution_id, id)
);
create index on read_log (institution_id, entity, subject_id, id);
create index on read_log (institution_id, account_id, id);

alter table imports drop constraint imports_kind_check;
alter table imports add check (kind in ('students', 'employees', 'guardians'));

-- Row-level security ----------------------------------------------------------------------------------------------

do $$
declare t text;
begin
  foreach t in array array['student_electives', 'student_moves', 'certificates', 'guardians', 'student_guardians',
    'documents', 'custom_fields', 'custom_field_options', 'custom_values', 'form_drafts', 'merges', 'read_log'] loop
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy tenant on %I to akada_app using (institution_id = any ((select akada_institutions())::int[])) with check (institution_id = any ((select akada_institutions())::int[]))', t);
    execute format('create policy gate on %I to akada_gate using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to akada_app', t);
  end loop;
end $$;
-- What happened stays written.
revoke update, delete on read_log from akada_app;
revoke delete on guardians, student_moves, certificates, custom_fields, custom_field_options, merges from akada_app;
grant select on guardians to akada_gate;

create view findable_guardians as
  select * from guardians where institution_id = any ((select akada_institutions())::int[]);
alter view findable_guardians owner to akada_gate;
grant select on findable_guardians to akada_app;

alter table employees force row level security;
alter table students force row level security;
alter table institutions force row level security;

/* The person behind a session with all memberships, or null. */
create or replace function akada_actor(token bytea) returns jsonb
language sql stable security definer set search_path = public
as $$
  select jsonb_build_object(
    'sessionId', s.id, 'accountId', a.id, 'name', a.name, 'username', a.username, 'version', a.access_version,
    'isGroupAdministrator', a.is_group_administrator, 'showsTours', a.shows_tours, 'lastSeenAt', s.last_seen_at,
    'institutions', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', i.id, 'name', i.name, 'shortName', i.short_name, 'accent', i.accent, 'logoFileId', i.logo_file_id,
        'currency', i.currency, 'timeZone', i.time_zone, 'terminology', i.terminology, 'countryId', coalesce(i.country_id, 'NG'),
        'sessions', coalesce((
          select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name, 'isCurrent', y.is_current) order by y.starts_on desc, y.id)
          from academic_sessions y where y.institution_id = i.id), '[]'),
        'memberships', coalesce((
          select jsonb_agg(jsonb_build_object('roleKey', r.key, 'roleName', r.name, 'permissions', r.permissions,
            'employeeId', m.employee_id, 'studentId', m.student_id, 'guardianId', m.guardian_id) order by m.id)
          from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
          where m.account_id = a.id and m.institution_id = i.id), '[]')) order by i.id)
      from institutions i
      where a.is_group_administrator or exists (select from memberships m where m.account_id = a.id and m.institution_id = i.id)), '[]'))
  from sessions s join accounts a on a.id = s.account_id
  where s.token_hash = token and akada_session_alive(s) and a.disabled_at is null
$$;

-- New permissions, for the roles that start with them, in institutions that are there already. --------------------
alter table roles no force row level security;
update roles r set permissions = r.permissions || array(
  select p from unnest(given.permissions) p where not p = any (r.permissions))
from (values
  ('owner', array['students.viewHealth', 'students.viewReligion', 'students.viewPrivate', 'guardians.view', 'guardians.edit',
    'guardians.invite', 'guardians.import', 'guardians.export', 'employees.view', 'employees.viewPrivate',
    'employees.viewHealth', 'employees.viewReligion', 'employees.create', 'employees.edit', 'employees.changeStatus',
    'employees.import', 'employees.export', 'employees.viewSelf', 'lookups.edit', 'customFields.edit', 'people.merge',
    'privacy.readLog', 'privacy.access', 'privacy.erase']),
  ('ict_administrator', array['guardians.view', 'guardians.invite', 'guardians.import', 'guardians.export', 'employees.view',
    'employees.import', 'employees.export', 'employees.viewSelf', 'lookups.edit', 'customFields.edit']),
  ('principal', array['students.viewHealth', 'students.viewReligion', 'students.viewPrivate', 'guardians.view',
    'guardians.export', 'employees.view', 'employees.viewPrivate', 'employees.viewSelf', 'employees.export', 'privacy.readLog',
    'privacy.access']),
  ('registrar', array['students.viewHealth', 'students.viewReligion', 'students.viewPrivate', 'guardians.view',
    'guardians.edit', 'guardians.invite', 'guardians.import', 'guardians.export', 'employees.view', 'employees.viewSelf',
    'lookups.edit', 'customFields.edit', 'people.merge', 'privacy.access']),
  ('admission_officer', array['students.viewHealth', 'students.viewReligion', 'students.viewPrivate', 'guardians.view',
    'guardians.edit', 'employees.viewSelf']),
  ('bursar', array['guardians.view', 'employees.viewSelf']),
  ('cashier', array['guardians.view', 'employees.viewSelf']),
  ('hr_officer', array['employees.view', 'employees.viewPrivate', 'employees.viewHealth', 'employees.viewReligion',
    'employees.create', 'employees.edit', 'employees.changeStatus', 'employees.import', 'employees.export',
    'employees.viewSelf', 'lookups.edit', 'customFields.edit', 'people.merge', 'privacy.access']),
  ('teacher', array['guardians.viewOwn', 'employees.viewSelf']),
  ('employee', array['employees.viewSelf']),
  ('guardian', array['guardians.viewSelf'])
) as given (key, permissions)
where r.is_seeded and r.key = given.key;
alter table roles force row level security;
