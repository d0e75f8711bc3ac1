/* The notice board: texts for employees, students or guardians, of all classes and departments or of chosen ones. */
create table notices (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  title text not null check (length(title) between 1 and 120),
  -- Markdown.
  body text not null default '' check (length(body) <= 20000),
  to_employees boolean not null default false,
  to_students boolean not null default false,
  to_guardians boolean not null default false,
  -- Without any, all students and their guardians. What is deleted later matches nobody.
  batch_ids bigint[] not null default '{}' check (cardinality(batch_ids) <= 200),
  class_ids bigint[] not null default '{}' check (cardinality(class_ids) <= 200),
  -- Without any, all employees.
  departments text[] not null default '{}' check (cardinality(departments) <= 100),
  from_day date not null,
  until_day date,
  is_pinned boolean not null default false,
  -- Also on the public site, without attachments.
  is_public boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  published_at timestamptz,
  -- When those concerned were notified.
  announced_at timestamptz,
  author text not null,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id),
  check (until_day is null or until_day >= from_day),
  check (to_employees or to_students or to_guardians),
  check ((state = 'draft') = (published_at is null))
);
create index on notices (institution_id, from_day) where state = 'published';
create index notices_due on notices (from_day) where state = 'published' and announced_at is null;
select akada_institution_table('notices');

create table notice_files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  notice_id bigint not null,
  file_id bigint not null,
  title text not null check (length(title) between 1 and 120),
  primary key (institution_id, id),
  foreign key (institution_id, notice_id) references notices on delete cascade,
  foreign key (institution_id, file_id) references files
);
create index on notice_files (institution_id, notice_id);
create index on notice_files (institution_id, file_id);
select akada_institution_table('notice_files');

/* Who opened a notice, and when first. */
create table notice_reads (
  institution_id int not null references institutions,
  notice_id bigint not null,
  account_id bigint not null references accounts on delete cascade,
  read_at timestamptz not null default now(),
  primary key (institution_id, notice_id, account_id),
  foreign key (institution_id, notice_id) references notices on delete cascade
);
create index on notice_reads (account_id);
select akada_institution_table('notice_reads', 'select, insert, delete');

/* Institutions with notices that begin today and were not announced yet. */
create function akada_notices_due() returns setof int
language sql volatile security definer set search_path = public, pg_temp
as $$
  select distinct n.institution_id from notices n join institutions i on i.id = n.institution_id
  where n.state = 'published' and n.announced_at is null and n.from_day <= (now() at time zone i.time_zone)::date
  order by 1
$$;
alter function akada_notices_due() owner to akada_gate;
revoke all on function akada_notices_due() from public;
grant execute on function akada_notices_due() to akada_app;
grant select on notices to akada_gate;

-- Owners of existing institutions confirm which roles get the permissions for messages, and with them this one.
update institutions i set to_confirm = array_append(to_confirm, 'messages')
where not 'messages' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded and r.key in ('registrar', 'principal')
      and not exists (select from unnest(r.permissions) p where p ~ '^notices[.]'));
