/*
 * Transcripts and statements of result as they were issued, in a chain of seals as published results. Afterwards only
 * a revocation is written, or that the names were erased, whose digest stays.
 */
create table academic_papers (
  institution_id int not null,
  id bigint generated always as identity,
  -- Its place in the institution's chain, without gaps.
  seq bigint not null check (seq > 0),
  kind text not null check (kind in ('transcript', 'statement')),
  number text not null check (length(number) between 1 and 40),
  student_id bigint not null,
  content jsonb not null,
  -- Whose it is, for whom and what for.
  names jsonb,
  content_digest bytea not null check (length(content_digest) = 32),
  names_digest bytea not null check (length(names_digest) = 32),
  -- Of both digests, and of the seal before.
  seal bytea not null check (length(seal) = 32),
  -- In the address of the public check.
  code text not null check (length(code) = 16),
  issued_at timestamptz not null,
  account_id bigint references accounts,
  revoked_at timestamptz,
  revoke_reason text check (length(revoke_reason) between 1 and 300),
  primary key (institution_id, id),
  unique (institution_id, seq),
  unique (institution_id, kind, number),
  unique (institution_id, code),
  foreign key (institution_id, student_id) references students,
  check ((revoked_at is null) = (revoke_reason is null))
);
create index on academic_papers (institution_id, student_id, kind);
create index academic_papers_by_code on academic_papers (code);
create index on academic_papers (account_id);
select akada_institution_table('academic_papers', 'select, insert');
grant update (revoked_at, revoke_reason, names, student_id) on academic_papers to akada_app;

/* For the public check: what a paper must say. The code is 96 random bits, and the page is limited. */
create function akada_paper_by_code(wanted text) returns table (
  institution text, kind text, number text, initials text, recipient text, content jsonb, issued_on date,
  is_replaced boolean, revoked_on date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select z.name, p.kind, p.number,
    upper(left(p.names ->> 'firstName', 1)) || '. ' || upper(left(p.names ->> 'surname', 1)) || '.', p.names ->> 'recipient',
    p.content, (p.issued_at at time zone z.time_zone)::date,
    exists (select from academic_papers n where (n.institution_id, n.student_id, n.kind) = (p.institution_id, p.student_id, p.kind)
      and n.seq > p.seq and n.revoked_at is null),
    (p.revoked_at at time zone z.time_zone)::date
  from academic_papers p join institutions z on z.id = p.institution_id
  where p.code = wanted
$$;
alter function akada_paper_by_code(text) owner to akada_gate;
revoke all on function akada_paper_by_code(text) from public;
grant execute on function akada_paper_by_code(text) to akada_app;
grant select on academic_papers to akada_gate;

create function akada_institutions_with_papers() returns table (institution_id int)
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct p.institution_id from academic_papers p order by 1 $$;
alter function akada_institutions_with_papers() owner to akada_gate;
revoke all on function akada_institutions_with_papers() from public;
grant execute on function akada_institutions_with_papers() to akada_app;
