/* Timetables that FET makes. docs/decisions/0058-fet.md */

/* A search by the engine, or a result that somebody brought back by hand; nothing of it is in a timetable until applied. */
create table fet_runs (
  institution_id int not null,
  id bigint generated always as identity,
  timetable_id bigint not null,
  source text not null check (source in ('engine', 'file')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'part', 'failed', 'stopped')),
  minutes int check (minutes between 1 and 30),
  is_stopping boolean not null default false,
  -- A job whose process died begins again, but not for ever.
  attempts int not null default 0,
  -- Of the version when it was written for the engine.
  revision int not null,
  activity_count int not null default 0,
  placed_count int not null default 0,
  file_name text check (length(file_name) <= 200),
  -- Where lessons go, and what is said about them: src/features/timetable/fet/places/placing.ts
  placings jsonb not null default '[]',
  notes jsonb not null default '[]',
  failure text,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  applied_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, timetable_id) references timetables on delete cascade,
  check ((source = 'engine') = (minutes is not null))
);
create unique index fet_runs_one_at_a_time on fet_runs (institution_id, timetable_id) where state in ('queued', 'running');
create index on fet_runs (institution_id, timetable_id, id);
create index on fet_runs (account_id);
select akada_institution_table('fet_runs');

/* A .fet file that was read, until it is made into a draft: names of people and rooms wait for what they are here. */
create table fet_files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  file_name text not null check (length(file_name) between 1 and 200),
  problem jsonb not null,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create index on fet_files (account_id);
select akada_institution_table('fet_files');

/* For the job that deletes old files, in all institutions. */
create function akada_tidy_fet_files(days int) returns int language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from fet_files where created_at < now() - make_interval(days => days) returning 1)
  select count(*)::int from gone
$$;
alter function akada_tidy_fet_files(int) owner to akada_gate;
revoke all on function akada_tidy_fet_files(int) from public;
grant execute on function akada_tidy_fet_files(int) to akada_app;
grant select, delete on fet_files to akada_gate;
