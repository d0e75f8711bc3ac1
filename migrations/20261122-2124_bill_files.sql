/* Files of many printed bills: made by a job, downloaded, and deleted a day later. */
create table bill_files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- In the order of the pages.
  invoice_ids bigint[] not null check (cardinality(invoice_ids) between 1 and 1000),
  -- The public address, for the codes that verify a bill.
  origin text not null check (length(origin) <= 300),
  done_count int not null default 0,
  file_id bigint,
  failure text,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (institution_id, id),
  check ((state = 'done') = (file_id is not null))
);
create index on bill_files (institution_id, created_at);
select akada_institution_table('bill_files');

/* Deletes the files that are older than so many days; returns where they are stored. */
create function akada_tidy_bill_files(days int) returns setof text
language sql volatile security definer set search_path = public, pg_temp
as $$
  with old as (
    delete from bill_files where created_at < now() - make_interval(days => $1) returning institution_id, file_id)
  delete from files f using old where (f.institution_id, f.id) = (old.institution_id, old.file_id)
  returning f.stored_as
$$;
alter function akada_tidy_bill_files(int) owner to akada_gate;
revoke all on function akada_tidy_bill_files(int) from public;
grant execute on function akada_tidy_bill_files(int) to akada_app;
grant select, delete on bill_files to akada_gate;

/* What a visitor who has a printed bill may compare it with: no name but initials. */
create function akada_bill_by_code(wanted text) returns table (
  institution text, number int, title text, issued_on date, total bigint, open bigint, currency text, batch text,
  initials text, is_cancelled boolean, is_overdue boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select z.name, i.number, i.title, i.issued_on, i.total - i.credited, i.total - i.credited - i.settled, z.currency, b.name,
    upper(left(s.first_name, 1)) || '. ' || upper(left(s.surname, 1)) || '.', i.cancelled_at is not null,
    coalesce((select sum(d.amount) from invoice_dues d where d.institution_id = i.institution_id and d.invoice_id = i.id
      and d.due_on < (now() at time zone z.time_zone)::date), 0) > i.settled + i.credited
  from invoices i join institutions z on z.id = i.institution_id
  join students s on (s.institution_id, s.id) = (i.institution_id, i.student_id)
  left join batches b on (b.institution_id, b.id) = (i.institution_id, i.batch_id)
  where i.code = wanted
$$;
alter function akada_bill_by_code(text) owner to akada_gate;
revoke all on function akada_bill_by_code(text) from public;
grant execute on function akada_bill_by_code(text) to akada_app;
grant select on invoices, invoice_dues, students, batches to akada_gate;
create index invoices_by_code on invoices (code);
