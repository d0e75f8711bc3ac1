/* Letters on paper: one text to many, with what each of them got, so that it can be proved and printed again. */
create table letters (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  recipients text not null check (recipients in ('guardians', 'students')),
  reach text not null check (reach in ('unreached', 'all')),
  -- Without any, all current students.
  batch_ids bigint[] not null default '{}' check (cardinality(batch_ids) <= 200),
  -- With merge fields in braces.
  subject text not null check (length(subject) between 1 and 120),
  body text not null check (length(body) between 1 and 6000),
  signed_by text not null check (length(signed_by) between 1 and 120),
  -- The permissions that the text reveals something to: only their holders read it.
  needs text,
  letter_count int not null check (letter_count > 0),
  day date not null,
  author text not null,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id)
);
select akada_institution_table('letters', 'select, insert');

/* What each recipient got, in the order of the pages. */
create table letter_copies (
  institution_id int not null references institutions,
  letter_id bigint not null,
  place int not null,
  guardian_id bigint,
  -- Whom it is to, or about.
  student_id bigint,
  name text not null,
  address text[] not null default '{}',
  subject text not null,
  body text not null,
  primary key (institution_id, letter_id, place),
  foreign key (institution_id, letter_id) references letters,
  foreign key (institution_id, guardian_id) references guardians,
  foreign key (institution_id, student_id) references students
);
create index on letter_copies (institution_id, guardian_id) where guardian_id is not null;
create index on letter_copies (institution_id, student_id) where student_id is not null;
select akada_institution_table('letter_copies');

/* Files of letters: made by a job, downloaded, and deleted a day later. */
create table letter_files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  letter_id bigint not null,
  letter_count int not null check (letter_count > 0),
  done_count int not null default 0,
  file_id bigint,
  failure text,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, letter_id) references letters,
  check ((state = 'done') = (file_id is not null))
);
create index on letter_files (institution_id, created_at);
create index on letter_files (institution_id, letter_id);
select akada_institution_table('letter_files');

/* Deletes the files that are older than so many days; returns where they are stored. */
create function akada_tidy_letter_files(days int) returns setof text
language sql volatile security definer set search_path = public, pg_temp
as $$
  with old as (
    delete from letter_files where created_at < now() - make_interval(days => $1) returning institution_id, file_id)
  delete from files f using old where (f.institution_id, f.id) = (old.institution_id, old.file_id)
  returning f.stored_as
$$;
alter function akada_tidy_letter_files(int) owner to akada_gate;
revoke all on function akada_tidy_letter_files(int) from public;
grant execute on function akada_tidy_letter_files(int) to akada_app;
grant select, delete on letter_files to akada_gate;
