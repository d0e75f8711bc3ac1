/*
 * Corrections of published results: which marks, and why. Who agreed or refused, and when, is in its approval. What a
 * correction did is in the changes of marks and the published results that name it.
 */
create table result_corrections (
  institution_id int not null,
  id bigint generated always as identity,
  sheet_id bigint not null,
  reason text not null check (length(reason) between 1 and 300),
  -- Of the comparison that was seen when it was asked for.
  seen text not null,
  account_id bigint not null,
  asked_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, sheet_id) references mark_sheets
);
create index on result_corrections (institution_id, sheet_id);
select akada_institution_table('result_corrections', 'select, insert');
grant update (reason) on result_corrections to akada_app;

create table result_correction_cells (
  institution_id int not null,
  id bigint generated always as identity,
  correction_id bigint not null,
  student_id bigint not null,
  course_id bigint not null,
  component text not null,
  was jsonb,
  entered jsonb,
  primary key (institution_id, id),
  unique (institution_id, correction_id, student_id, course_id, component),
  foreign key (institution_id, correction_id) references result_corrections,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, course_id) references courses,
  check (was is distinct from entered)
);
create index on result_correction_cells (institution_id, student_id);
create index on result_correction_cells (institution_id, course_id);
select akada_institution_table('result_correction_cells', 'select, insert');
grant update (student_id) on result_correction_cells to akada_app;

alter table mark_changes add correction_id bigint,
  add foreign key (institution_id, correction_id) references result_corrections;
create index on mark_changes (institution_id, correction_id) where correction_id is not null;
alter table published_results add correction_id bigint,
  add foreign key (institution_id, correction_id) references result_corrections;
create index on published_results (institution_id, correction_id) where correction_id is not null;

/* The public check also says on which day a paper was replaced. */
drop function akada_result_by_code(text);
create function akada_result_by_code(wanted text) returns table (
  institution text, initials text, session text, term text, batch text, courses int, average text, cgpa text,
  "position" text, published_on date, replaced_on date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select z.name, upper(left(s.first_name, 1)) || '. ' || upper(left(s.surname, 1)) || '.', r.content ->> 'session',
    r.content ->> 'term', r.content ->> 'batch', jsonb_array_length(r.content -> 'courses'),
    r.content #>> '{summary,average}', r.content #>> '{summary,cgpa,value}', r.content #>> '{summary,inBatch,position}',
    (r.published_at at time zone z.time_zone)::date, (r.replaced_at at time zone z.time_zone)::date
  from published_results r join institutions z on z.id = r.institution_id
  join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
  where r.code = wanted
$$;
alter function akada_result_by_code(text) owner to akada_gate;
revoke all on function akada_result_by_code(text) from public;
grant execute on function akada_result_by_code(text) to akada_app;
