/*
 * Results as they were published: what a report card says, in a chain of seals with the installation's key. Only that a
 * later publication replaces one is written afterwards.
 */
create table published_results (
  institution_id int not null,
  id bigint generated always as identity,
  -- Its place in the institution's chain, without gaps.
  seq bigint not null check (seq > 0),
  student_id bigint not null,
  term_id bigint not null,
  batch_id bigint not null,
  content jsonb not null,
  -- Of the content, and of the seal before.
  digest bytea not null check (length(digest) = 32),
  seal bytea not null check (length(seal) = 32),
  -- In the address of the public check.
  code text not null check (length(code) = 16),
  published_at timestamptz not null,
  account_id bigint,
  replaced_at timestamptz,
  primary key (institution_id, id),
  unique (institution_id, seq),
  unique (institution_id, code),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, batch_id) references batches
);
create unique index published_results_current on published_results (institution_id, student_id, term_id) where replaced_at is null;
create index on published_results (institution_id, term_id, batch_id);
create index on published_results (institution_id, batch_id);
create index published_results_by_code on published_results (code);
select akada_institution_table('published_results', 'select, insert');
grant update (replaced_at, student_id) on published_results to akada_app;

/* For the public check: what a paper must say. The code is 96 random bits, and the page is limited. */
create function akada_result_by_code(wanted text) returns table (
  institution text, initials text, session text, term text, batch text, courses int, average text, cgpa text,
  "position" text, published_on date, is_replaced boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select z.name, upper(left(s.first_name, 1)) || '. ' || upper(left(s.surname, 1)) || '.', r.content ->> 'session',
    r.content ->> 'term', r.content ->> 'batch', jsonb_array_length(r.content -> 'courses'),
    r.content #>> '{summary,average}', r.content #>> '{summary,cgpa,value}', r.content #>> '{summary,inBatch,position}',
    (r.published_at at time zone z.time_zone)::date, r.replaced_at is not null
  from published_results r join institutions z on z.id = r.institution_id
  join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
  where r.code = wanted
$$;
alter function akada_result_by_code(text) owner to akada_gate;
revoke all on function akada_result_by_code(text) from public;
grant execute on function akada_result_by_code(text) to akada_app;
grant select on published_results to akada_gate;

create function akada_institutions_with_results() returns table (institution_id int)
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct r.institution_id from published_results r order by 1 $$;
alter function akada_institutions_with_results() owner to akada_gate;
revoke all on function akada_institutions_with_results() from public;
grant execute on function akada_institutions_with_results() to akada_app;
