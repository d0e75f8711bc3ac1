/*
 * Reports and graphs under a name. They belong to an institution; whoever left keeps them as their owner until somebody
 * takes them over.
 */
create table saved_reports (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  kind text not null default 'text' check (kind in ('text', 'graph')),
  name text not null check (length(name) between 1 and 80),
  description text check (length(description) between 1 and 300),
  definition jsonb not null check (jsonb_typeof(definition) = 'object'),
  account_id bigint not null references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create unique index saved_reports_name on saved_reports (institution_id, account_id, lower(name));
create index on saved_reports (account_id);
select akada_institution_table('saved_reports');

-- The roles that a report is shared with.
create table saved_report_roles (
  institution_id int not null,
  report_id bigint not null,
  role_id bigint not null,
  primary key (institution_id, report_id, role_id),
  foreign key (institution_id, report_id) references saved_reports on delete cascade,
  foreign key (institution_id, role_id) references roles on delete cascade
);
create index on saved_report_roles (institution_id, role_id);
select akada_institution_table('saved_report_roles');

-- Institutions from before reports: their owners confirm which roles get the permissions for them.
update institutions i set to_confirm = array_append(to_confirm, 'reports')
where not 'reports' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded and r.key in ('registrar', 'principal')
      and not exists (select from unnest(r.permissions) p where p ~ '^reports[.]'));
