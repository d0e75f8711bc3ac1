/* Files of the report cards of many classes: made by a job, downloaded, and deleted a day later. */
create table card_files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- In the order of the pages.
  sheet_ids bigint[] not null check (cardinality(sheet_ids) between 1 and 500),
  card_count int not null check (card_count > 0),
  -- The public address, for the codes that prove a report card.
  origin text check (length(origin) <= 300),
  done_count int not null default 0,
  file_id bigint,
  failure text,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (institution_id, id),
  check ((state = 'done') = (file_id is not null))
);
create index on card_files (institution_id, created_at);
select akada_institution_table('card_files');

/* Deletes the files that are older than so many days; returns where they are stored. */
create function akada_tidy_card_files(days int) returns setof text
language sql volatile security definer set search_path = public, pg_temp
as $$
  with old as (
    delete from card_files where created_at < now() - make_interval(days => $1) returning institution_id, file_id)
  delete from files f using old where (f.institution_id, f.id) = (old.institution_id, old.file_id)
  returning f.stored_as
$$;
alter function akada_tidy_card_files(int) owner to akada_gate;
revoke all on function akada_tidy_card_files(int) from public;
grant execute on function akada_tidy_card_files(int) to akada_app;
grant select, delete on card_files to akada_gate;
