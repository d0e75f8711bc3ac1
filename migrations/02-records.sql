-- Geography ----------------------------------------------------------------------------------------------------------

/* ISO 3166-1. */
create table countries (
  id text primary key check (id ~ '^[A-Z]{2}$'),
  name text not null unique
);
grant select on countries to akada_app;
alter table institutions add foreign key (country_id) references countries;

/* The countries of all institutions; Nigeria for one that has not said. */
create function akada_countries() returns text[]
language sql stable security definer set search_path = public, pg_temp
as $$ select coalesce(array_agg(distinct coalesce(country_id, 'NG')), '{}') from institutions $$;
alter function akada_countries() owner to akada_gate;
revoke all on function akada_countries() from public;
grant execute on function akada_countries() to akada_app;

/* States and provinces: ISO 3166-2. */
create table states (
  id text primary key,
  country_id text not null references countries,
  name text not null,
  unique (country_id, name)
);
grant select on states to akada_app;
alter table institutions add foreign key (state_id) references states;

/* The local government areas of Nigeria. */
create table lgas (
  id text primary key,
  state_id text not null references states,
  name text not null,
  unique (state_id, name)
);
grant select on lgas to akada_app;

-- Lists --------------------------------------------------------------------------------------------------------------

/*
 * Twelve lists of one shape follow. A person's row holds the value itself: the foreign key keeps it a value of the
 * list and carries a new spelling over, so that no list, file or search has to look up a name (docs/decisions/0014). A
 * retired value is no longer offered; people who have it keep it.
 */
create table religions (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create unique index religions_by_word on religions (institution_id, akada_searchable(name));
select akada_institution_table('religions');
grant insert on religions to akada_gate;

/* First languages. */
create table languages (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create unique index languages_by_word on languages (institution_id, akada_searchable(name));
select akada_institution_table('languages');
grant insert on languages to akada_gate;

/* Categories of students, such as day and boarding. */
create table student_categories (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  -- Other tables refer to the id, so that the category can be renamed.
  id bigint generated always as identity,
  primary key (institution_id, name),
  constraint student_categories_id unique (institution_id, id)
);
create unique index student_categories_by_word on student_categories (institution_id, akada_searchable(name));
select akada_institution_table('student_categories');
grant insert on student_categories to akada_gate;

/* Categories of employees, such as teaching and non-teaching. */
create table employee_categories (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create unique index employee_categories_by_word on employee_categories (institution_id, akada_searchable(name));
select akada_institution_table('employee_categories');
grant insert on employee_categories to akada_gate;

/* Departments of employees. */
create table departments (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  -- Messages refer to the id of the department that their sender belonged to, so that it can be renamed.
  id bigint generated always as identity,
  primary key (institution_id, name),
  constraint departments_id unique (institution_id, id)
);
create unique index departments_by_word on departments (institution_id, akada_searchable(name));
select akada_institution_table('departments');
grant insert on departments to akada_gate;

/* Ranks of employees, such as head of department. */
create table employee_positions (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create unique index employee_positions_by_word on employee_positions (institution_id, akada_searchable(name));
select akada_institution_table('employee_positions');
grant insert on employee_positions to akada_gate;

/* Job titles of employees. */
create table job_titles (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create unique index job_titles_by_word on job_titles (institution_id, akada_searchable(name));
select akada_institution_table('job_titles');
grant insert on job_titles to akada_gate;

/* Professional qualifications of employees. */
create table qualifications (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create unique index qualifications_by_word on qualifications (institution_id, akada_searchable(name));
select akada_institution_table('qualifications');
grant insert on qualifications to akada_gate;

/* Degrees and certificates of employees. */
create table educational_qualifications (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create unique index educational_qualifications_by_word on educational_qualifications (institution_id, akada_searchable(name));
select akada_institution_table('educational_qualifications');
grant insert on educational_qualifications to akada_gate;

/* Marital statuses of employees. */
create table marital_statuses (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create unique index marital_statuses_by_word on marital_statuses (institution_id, akada_searchable(name));
select akada_institution_table('marital_statuses');
grant insert on marital_statuses to akada_gate;

/* How a guardian or a next of kin is related to a person. */
create table guardian_relations (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create unique index guardian_relations_by_word on guardian_relations (institution_id, akada_searchable(name));
select akada_institution_table('guardian_relations');
grant insert on guardian_relations to akada_gate;

/* Types of documents on a person's record. */
create table document_types (
  institution_id int not null references institutions,
  name text not null check (length(name) between 1 and 80),
  position int not null default 0,
  retired_at timestamptz,
  primary key (institution_id, name)
);
create unique index document_types_by_word on document_types (institution_id, akada_searchable(name));
select akada_institution_table('document_types');
grant insert on document_types to akada_gate;

/* The values that the lists of a new institution begin with. The institution renames, adds and retires them. */
create function akada_seed_lists(institution int) returns void
language sql volatile security definer set search_path = public, pg_temp
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

-- People -------------------------------------------------------------------------------------------------------------

/* Employees, present and past. */
create table employees (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  employee_number text not null,
  title text,
  surname text not null check (length(surname) between 1 and 100),
  first_name text not null check (length(first_name) between 1 and 100),
  middle_name text,
  gender text check (gender in ('female', 'male')),
  email text,
  phone text,
  job_title text,
  department text,
  country_id text references countries,
  state_id text references states,
  employed_on date,
  left_on date,
  created_at timestamptz not null default now(),
  birth_date date check (birth_date between '1900-01-01' and '2200-01-01'),
  marital_status text,
  religion text,
  blood_group text,
  genotype text check (genotype in ('AA', 'AS', 'SS', 'AC', 'SC', 'CC')),
  nationality_id text references countries,
  state_name text check (length(state_name) <= 100),
  lga_id text references lgas,
  city text check (length(city) <= 100),
  community text check (length(community) <= 100),
  address text check (length(address) <= 300),
  mobile text,
  category text,
  position text,
  qualification text,
  educational_qualification text,
  next_of_kin_name text check (length(next_of_kin_name) <= 200),
  next_of_kin_phone text,
  next_of_kin_relation text,
  photo_id bigint,
  photo_small_id bigint,
  leaving_reason text check (length(leaving_reason) <= 300),
  merged_into_id bigint,
  anonymised_at timestamptz,
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, ''))) stored,
  search_text text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, '') || ' ' || employee_number
      || coalesce(' ' || phone, '') || coalesce(' ' || mobile, '') || coalesce(' ' || email, '')
      || coalesce(' ' || former_numbers, ''))) stored,
  former_numbers text check (length(former_numbers) <= 2000),
  graduation_year int check (graduation_year between 1900 and 2200),
  primary key (institution_id, id),
  unique (institution_id, employee_number),
  foreign key (institution_id, marital_status) references marital_statuses on update cascade,
  foreign key (institution_id, religion) references religions on update cascade,
  foreign key (institution_id, category) references employee_categories on update cascade,
  foreign key (institution_id, department) references departments on update cascade,
  foreign key (institution_id, position) references employee_positions on update cascade,
  foreign key (institution_id, job_title) references job_titles on update cascade,
  foreign key (institution_id, qualification) references qualifications on update cascade,
  foreign key (institution_id, educational_qualification) references educational_qualifications on update cascade,
  foreign key (institution_id, next_of_kin_relation) references guardian_relations on update cascade,
  foreign key (institution_id, photo_id) references files,
  foreign key (institution_id, photo_small_id) references files,
  foreign key (institution_id, merged_into_id) references employees,
  check (merged_into_id <> id),
  check (state_id is null or state_name is null),
  check (left_on is null or employed_on is null or left_on >= employed_on)
);
create index employees_by_birth on employees (institution_id, birth_date);
create index employees_by_name on employees (institution_id, sort_name, id) include (merged_into_id, left_on, search_text);
create index employees_search on employees using gin (search_text gin_trgm_ops, institution_id);
create index employees_by_phone on employees (institution_id, phone) where phone is not null;
create index employees_by_mobile on employees (institution_id, mobile) where mobile is not null;
create index employees_by_email on employees (institution_id, lower(email)) where email is not null;
create index on employees (institution_id, akada_own_mail_domain(email)) where akada_own_mail_domain(email) is not null;
alter table employees enable row level security, force row level security;
create policy tenant on employees to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on employees to akada_gate using (true) with check (true);
grant select, insert, update on employees to akada_app;
grant select, delete on employees to akada_gate;
alter table memberships add foreign key (institution_id, employee_id) references employees;

/* Employees of an institution who can be reached at one of these numbers or addresses. */
create function akada_employees_at(contacts text[], here int) returns bigint[]
language sql stable as $$
  select array(
    select e.id from employees e where e.institution_id = here and e.phone = any (contacts)
    union select e.id from employees e where e.institution_id = here and e.mobile = any (contacts)
    union select e.id from employees e where e.institution_id = here and lower(e.email) = any (contacts))
$$;

/*
 * Employees for searching, for the same reason as findable_students. It has the columns that the table had when the
 * view was made.
 */
create view findable_employees as
  select * from employees where institution_id = any ((select akada_institutions())::int[]);
alter view findable_employees owner to akada_gate;
grant select on findable_employees to akada_app;

/* Parents and guardians. */
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
create index guardians_by_phone on guardians (institution_id, phone) where phone is not null;
create index guardians_by_mobile on guardians (institution_id, mobile) where mobile is not null;
create index guardians_by_email on guardians (institution_id, email) where email is not null;
create index guardians_by_name on guardians (institution_id, sort_name, id) include (merged_into_id);
create index guardians_search on guardians using gin (search_text gin_trgm_ops, institution_id);
-- For akada_own_family.
create index guardians_by_lower_email on guardians (institution_id, lower(email)) where email is not null;
create index on guardians (institution_id, akada_own_mail_domain(email)) where akada_own_mail_domain(email) is not null;
alter table guardians enable row level security, force row level security;
create policy tenant on guardians to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on guardians to akada_gate using (true) with check (true);
grant select, insert, update on guardians to akada_app;
grant select, delete on guardians to akada_gate;
alter table memberships add foreign key (institution_id, guardian_id) references guardians;

/* Keeps guardian_names complete when a guardian is renamed. */
create function akada_learn_guardian_name() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into guardian_names values (new.institution_id, split_part(new.sort_name, ' ', 1)) on conflict do nothing;
  return null;
end $$;
alter function akada_learn_guardian_name() owner to akada_gate;

/* Keeps guardian_names complete when guardians are added. */
create function akada_learn_guardian_names() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into guardian_names
  select distinct institution_id, split_part(sort_name, ' ', 1) from learned order by 1, 2
  on conflict do nothing;
  return null;
end $$;
alter function akada_learn_guardian_names() owner to akada_gate;

create trigger guardians_added after insert on guardians
  referencing new table as learned for each statement execute function akada_learn_guardian_names();
create trigger guardians_renamed after update of surname, first_name, middle_name on guardians
  for each row when (old.sort_name is distinct from new.sort_name) execute function akada_learn_guardian_name();

/*
 * Guardians for searching, for the same reason as findable_students. It has the columns that the table had when the
 * view was made.
 */
create view findable_guardians as
  select * from guardians where institution_id = any ((select akada_institutions())::int[]);
alter view findable_guardians owner to akada_gate;
grant select on findable_guardians to akada_app;

/* The first words of guardians' names, for the same reason as student_names. */
create table guardian_names (
  institution_id int not null references institutions,
  word text collate "C" not null,
  primary key (institution_id, word)
);
select akada_institution_table('guardian_names', 'select, insert');
grant select, insert on guardian_names to akada_gate;

/* The access log: who viewed restricted data of whom. */
create table read_log (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  account_id bigint references accounts,
  person text not null,
  entity text not null check (entity in ('student', 'employee', 'guardian')),
  subject_id bigint,
  field_group text not null,
  -- Where it was shown: record, form, file, print.
  place text not null,
  filter text,
  primary key (institution_id, id),
  check ((place = 'list') = (subject_id is null) and (place = 'list') = (filter is not null))
);
create index on read_log (institution_id, entity, subject_id, id);
create index on read_log (institution_id, account_id, id);
select akada_institution_table('read_log', 'select, insert');
grant select, update (person) on read_log to akada_gate;

/* What somebody has typed into a long form and not sent yet. Of interest to nobody else. */
create table form_drafts (
  institution_id int not null references institutions,
  account_id bigint not null references accounts on delete cascade,
  form text not null check (length(form) between 1 and 100),
  content jsonb not null check (pg_column_size(content) < 100000),
  updated_at timestamptz not null default now(),
  primary key (institution_id, account_id, form)
);
create index on form_drafts (updated_at);
select akada_institution_table('form_drafts');
grant select, delete on form_drafts to akada_gate;

/* What a long form keeps before it is sent: the photo of somebody who has no record yet. */
create table waiting_photos (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  account_id bigint not null references accounts on delete cascade,
  photo_id bigint not null,
  photo_small_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, photo_id) references files,
  foreign key (institution_id, photo_small_id) references files
);
create index on waiting_photos (created_at);
create index on waiting_photos (institution_id, account_id);
select akada_institution_table('waiting_photos', 'select, insert, delete');
grant select, delete on waiting_photos to akada_gate;

/*
 * Removes drafts that nobody continued, and photos and files of custom fields whose form was never sent. Returns where
 * the files are stored, to be deleted after the commit. The nightly job enters no institution.
 */
create function akada_tidy_forms(draft_days int, photo_days int) returns setof text
language sql volatile security definer set search_path = public, pg_temp
as $$
  with drafts as (
    delete from form_drafts where updated_at < now() - make_interval(days => $1) returning 1),
  photos as (
    delete from waiting_photos where created_at < now() - make_interval(days => $2)
    returning institution_id, photo_id, photo_small_id),
  pictures as (
    delete from files f using photos p
    where f.institution_id = p.institution_id and f.id in (p.photo_id, p.photo_small_id) returning f.stored_as),
  others as (
    delete from files f where f.purpose like 'waiting for custom field %' and f.created_at < now() - make_interval(days => $2)
    returning f.stored_as)
  select stored_as from pictures union all select stored_as from others
$$;
alter function akada_tidy_forms(int, int) owner to akada_gate;
revoke all on function akada_tidy_forms(int, int) from public;
grant execute on function akada_tidy_forms(int, int) to akada_app;

-- Custom fields ------------------------------------------------------------------------------------------------------

/* Fields that an institution adds to the records of people. */
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
select akada_institution_table('custom_fields', 'select, insert, update');

/*
 * When a custom field moves into a restricted group, moves what the log says of it there too, so that only people who
 * can see the group see it.
 */
create function akada_restrict_own_field(institution int, subject_type text, label text, field_group text) returns jsonb
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  redaction uuid := gen_random_uuid();
  e audit_entries;
begin
  if not institution = any (akada_institutions()) then raise exception 'not an institution of the caller'; end if;
  for e in select * from audit_entries a
    where a.institution_id = $1 and a.subject_type = $2 and a.details -> 'changes' ? $3 order by a.id for no key update
  loop
    e.details := (e.details #- array['changes', $3]) || jsonb_build_object('restricted',
      coalesce(e.details -> 'restricted', '{}') || jsonb_build_object($4,
        coalesce(e.details -> 'restricted' -> $4, '{}') || jsonb_build_object($3, e.details -> 'changes' -> $3)));
    perform akada_redact_entry(e, redaction);
  end loop;
  return akada_redaction($1, redaction);
end $$;
alter function akada_restrict_own_field(int, text, text, text) owner to akada_gate;
revoke all on function akada_restrict_own_field(int, text, text, text) from public;
grant execute on function akada_restrict_own_field(int, text, text, text) to akada_app;

/* The choices of a custom field. */
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
create unique index custom_field_options_by_label on custom_field_options (institution_id, field_id, akada_searchable(label))
  where retired_at is null;
select akada_institution_table('custom_field_options', 'select, insert, update');

/* Values of custom fields, one for each person and field; a field with several choices has a row for each choice. */
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
  constraint one_value
    unique nulls not distinct (institution_id, field_id, student_id, employee_id, guardian_id, option_id),
  foreign key (institution_id, field_id) references custom_fields,
  foreign key (institution_id, field_id, option_id) references custom_field_options (institution_id, field_id, id),
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, guardian_id) references guardians,
  foreign key (institution_id, file_id) references files,
  check (num_nonnulls(student_id, employee_id, guardian_id) = 1),
  check (num_nonnulls(text_value, number_value, date_value, yes_value, option_id, file_id) = 1)
);
create index on custom_values (institution_id, student_id) where student_id is not null;
create index on custom_values (institution_id, employee_id) where employee_id is not null;
create index on custom_values (institution_id, guardian_id) where guardian_id is not null;
create index on custom_values (institution_id, field_id, option_id) where option_id is not null;
select akada_institution_table('custom_values');

-- Merges -------------------------------------------------------------------------------------------------------------

/* Two records of one person that were made one, and all that an unmerge restores. */
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
select akada_institution_table('merges', 'select, insert');
grant update (content, undone_at) on merges to akada_app;

-- Exports ------------------------------------------------------------------------------------------------------------

/*
 * Long exports: a job makes the file, the person who asked for it downloads it, and a day later it is deleted. What
 * was asked for is data of the kind of export, such as the report and its answers.
 */
create table export_files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  kind text not null,
  title text not null check (length(title) between 1 and 120),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  asked jsonb not null check (jsonb_typeof(asked) = 'object'),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- How often it was begun: a job whose process died begins again.
  attempts int not null default 0,
  -- What the person could see when it was made, which is compared at each download.
  rights text[] not null default '{}',
  row_count int,
  file_id bigint,
  failure text,
  account_id bigint not null references accounts,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (institution_id, id),
  check ((state = 'done') = (file_id is not null)),
  check ((state in ('queued', 'running')) = (finished_at is null))
);
create index on export_files (account_id);
create index on export_files (institution_id, created_at);
-- Asked again while it is being made, it is the same file.
create unique index export_files_asked on export_files (institution_id, account_id, kind, format, md5(asked::text))
  where state in ('queued', 'running');
select akada_institution_table('export_files');
grant select, delete on export_files to akada_gate;

/*
 * Deletes what ended before so many days, and what was never finished within a week; returns where files are stored.
 */
create function akada_tidy_export_files(days int) returns setof text
language sql volatile security definer set search_path = public, pg_temp
as $$
  with old as (
    delete from export_files
    where finished_at < now() - make_interval(days => $1) or created_at < now() - make_interval(days => $1 + 7)
    returning institution_id, file_id)
  delete from files f using old where (f.institution_id, f.id) = (old.institution_id, old.file_id)
  returning f.stored_as
$$;
alter function akada_tidy_export_files(int) owner to akada_gate;
revoke all on function akada_tidy_export_files(int) from public;
grant execute on function akada_tidy_export_files(int) to akada_app;

/*
 * How far a file is. Not in its row: the job ends in the transaction whose snapshot it began with, which must find the
 * row unchanged.
 */
create table export_progress (
  institution_id int not null,
  export_file_id bigint not null,
  row_count int,
  done_count int not null default 0,
  primary key (institution_id, export_file_id),
  foreign key (institution_id, export_file_id) references export_files on delete cascade
);
select akada_institution_table('export_progress');
grant delete on export_progress to akada_gate;

-- Approvals ----------------------------------------------------------------------------------------------------------

/* Acts that need a second person: requests, decisions and their reasons. */
create table approvals (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  -- The handler that does the act: accounts.giveRole.
  kind text not null check (kind ~ '^[a-z][a-zA-Z]*\.[a-zA-Z]+$'),
  subject_type text not null,
  subject_id bigint not null,
  -- Two requests of a kind with the same key are one request: account:12:role:4.
  about text not null check (length(about) between 1 and 200),
  payload jsonb not null default '{}',
  -- After the name of whoever asks and "wants to": give Musa Garba the role Bursar.
  summary text not null check (length(summary) between 1 and 300),
  -- Whoever holds it in the institution decides, except the one who asks.
  permission text not null,
  asked_by bigint not null references accounts,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set where nobody else could decide: from then on whoever asked may complete it alone.
  waits_until timestamptz,
  outcome text check (outcome in ('approved', 'declined', 'withdrawn', 'completed', 'expired')),
  decided_by bigint references accounts,
  decided_at timestamptz,
  reason text check (length(reason) between 1 and 300),
  -- Whoever holds one of these permissions may stop the request while it waits a day for want of a second person.
  objectors text[] not null default '{}',
  -- Whom a request for approval concerns: [{"kind":"student","key":"12"}]. Their family does not decide it.
  concerns jsonb not null default '[]',
  primary key (institution_id, id),
  check ((outcome is null) = (decided_at is null)),
  check (decided_by <> asked_by or outcome in ('withdrawn', 'completed')),
  check (waits_until < expires_at)
);
create unique index approvals_waiting on approvals (institution_id, kind, about) where outcome is null;
create index on approvals (institution_id, subject_type, subject_id);
create index on approvals (asked_by);
-- For akada_approvals_expired.
create index approvals_expiring on approvals (expires_at) where outcome is null;
select akada_institution_table('approvals', 'select, insert');
grant update (payload, summary, outcome, decided_by, decided_at, reason) on approvals to akada_app;
grant select on approvals to akada_gate;

/* Withdraws requests that nobody decided in time, and returns the institutions concerned. */
create function akada_approvals_expired() returns table (institution_id int, id bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select a.institution_id, a.id from approvals a where a.outcome is null and a.expires_at <= now() order by a.expires_at, a.id
$$;
alter function akada_approvals_expired() owner to akada_gate;
revoke all on function akada_approvals_expired() from public;
grant execute on function akada_approvals_expired() to akada_app;

/* Institutions with requests of one person that have waited long enough to take effect by themselves. */
create function akada_changes_due() returns table (institution_id int, id bigint)
language sql volatile security definer set search_path = public, pg_temp
as $$
  select institution_id, id from approvals
  where outcome is null and objectors <> '{}' and waits_until <= now() and expires_at > now() order by id
$$;
alter function akada_changes_due() owner to akada_gate;
revoke all on function akada_changes_due() from public;
grant execute on function akada_changes_due() to akada_app;

/* However a request ends, its secrets go: declined, withdrawn, expired, erased or carried out. */
create function akada_drop_pending_change() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  delete from pending_changes where institution_id = new.institution_id and approval_id = new.id;
  return null;
end $$;

create trigger drop_pending_change after update of outcome on approvals
  for each row when (old.outcome is null and new.outcome is not null) execute function akada_drop_pending_change();

/*
 * Where money, messages and secrets go is decided by two people (decision 0063). What they agree on waits here,
 * sealed: a request's payload holds no secrets.
 */
create table pending_changes (
  institution_id int not null,
  approval_id bigint not null,
  sealed bytea not null,
  primary key (institution_id, approval_id),
  foreign key (institution_id, approval_id) references approvals
);
select akada_institution_table('pending_changes', 'select, insert, delete');

-- Sending ------------------------------------------------------------------------------------------------------------

/* Until when people who wrote by WhatsApp may be answered freely. */
create table whatsapp_windows (
  institution_id int not null references institutions,
  address text not null check (length(address) between 3 and 20),
  open_until timestamptz not null,
  primary key (institution_id, address)
);
select akada_institution_table('whatsapp_windows');

-- Help ---------------------------------------------------------------------------------------------------------------

/*
 * Which tours of the pages a person has been through. They are the account's, not an institution's: who works in two
 * schools is shown round once.
 */
create table tours_seen (
  account_id bigint not null references accounts on delete cascade,
  tour text not null check (length(tour) between 1 and 80),
  version int not null check (version > 0),
  state text not null check (state in ('finished', 'dismissed')),
  at timestamptz not null default now(),
  primary key (account_id, tour)
);
grant select, insert, update, delete on tours_seen to akada_app;
