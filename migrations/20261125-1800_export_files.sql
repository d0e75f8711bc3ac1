/*
 * Long exports: a job makes the file, the person who asked for it downloads it, and a day later it is deleted. What was
 * asked for is data of the kind of export, such as the report and its answers.
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

/* Deletes what ended before so many days, and what was never finished within a week; returns where files are stored. */
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
grant select, delete on export_files to akada_gate;
grant delete on export_progress to akada_gate;
