-- Reports ------------------------------------------------------------------------------------------------------------

/*
 * Reports and graphs under a name. They belong to an institution; whoever left keeps them as their owner until
 * somebody takes them over.
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

/* The roles that a report is shared with. */
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

/*
 * Saved reports that are sent on a schedule: a link for each recipient, who signs in and sees their own rows. When a
 * schedule runs next is worked out by the institution's clock; it stops when its owner can't run the report any more.
 */
create table report_schedules (
  institution_id int not null,
  id bigint generated always as identity,
  report_id bigint not null,
  repeats text not null check (repeats in ('daily', 'weekly', 'monthly')),
  -- 1 is Monday.
  weekday smallint check (weekday between 1 and 7),
  month_day text check (month_day in ('first', 'last')),
  hour smallint not null check (hour between 0 and 23),
  account_id bigint not null references accounts,
  next_at timestamptz not null,
  last_at timestamptz,
  stopped_at timestamptz,
  stop_reason text,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, report_id) references saved_reports on delete cascade,
  check ((repeats = 'weekly') = (weekday is not null)),
  check ((repeats = 'monthly') = (month_day is not null)),
  check ((stopped_at is null) = (stop_reason is null))
);
create index on report_schedules (institution_id, report_id);
create index on report_schedules (account_id);
create index report_schedules_due on report_schedules (next_at) where stopped_at is null;
select akada_institution_table('report_schedules');
grant select on report_schedules to akada_gate;

/* Institutions with scheduled reports whose time has come. */
create function akada_report_schedules_due() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct institution_id from report_schedules where stopped_at is null and next_at <= now() order by 1 $$;
alter function akada_report_schedules_due() owner to akada_gate;
revoke all on function akada_report_schedules_due() from public;
grant execute on function akada_report_schedules_due() to akada_app;

/* Roles and people that a schedule writes to. */
create table report_schedule_recipients (
  institution_id int not null,
  schedule_id bigint not null,
  id bigint generated always as identity,
  role_id bigint,
  account_id bigint references accounts,
  primary key (institution_id, id),
  unique nulls not distinct (institution_id, schedule_id, role_id, account_id),
  foreign key (institution_id, schedule_id) references report_schedules on delete cascade,
  foreign key (institution_id, role_id) references roles on delete cascade,
  check (num_nonnulls(role_id, account_id) = 1)
);
create index on report_schedule_recipients (institution_id, role_id);
create index on report_schedule_recipients (account_id);
select akada_institution_table('report_schedule_recipients');

-- Dashlets -----------------------------------------------------------------------------------------------------------

/* An arrangement of dashlets: a person's own at an institution, or that of a role for people without one. */
create table dashlet_boards (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  account_id bigint references accounts,
  role_id bigint,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  constraint dashlet_boards_owner unique nulls not distinct (institution_id, account_id, role_id),
  foreign key (institution_id, role_id) references roles on delete cascade,
  check (num_nonnulls(account_id, role_id) = 1)
);
create index on dashlet_boards (account_id) where account_id is not null;
create index on dashlet_boards (institution_id, role_id) where role_id is not null;
select akada_institution_table('dashlet_boards');

/* The figures, lists and graphs on a board. */
create table dashlets (
  institution_id int not null,
  id bigint generated always as identity,
  board_id bigint not null,
  position int not null,
  -- 'custom_dashlet', or the key of a ready-made one.
  kind text not null check (length(kind) between 1 and 80),
  -- Null for the ready-made one's own.
  name text check (length(name) between 1 and 80),
  size text not null check (size in ('small', 'wide')),
  -- What a custom one counts, all by its name in the registry; no record is all of them.
  model_name text check (length(model_name) between 1 and 40),
  model_record bigint,
  model_associate_type text check (length(model_associate_type) between 1 and 40),
  data_filter text check (length(data_filter) between 1 and 80),
  shown_as text check (shown_as in ('figure', 'list', 'bars', 'donut', 'line', 'calendar')),
  split_by text check (length(split_by) between 1 and 40),
  created_at timestamptz not null default now(),
  -- Until the next change of the arrangement it can be put back.
  removed_at timestamptz,
  -- Null once the graph was deleted: the dashlet then says so.
  graph_id bigint,
  -- To the questions of the graph, by the place of their filter.
  answers jsonb check (jsonb_typeof(answers) = 'object' and length(answers::text) <= 40000),
  primary key (institution_id, id),
  foreign key (institution_id, board_id) references dashlet_boards on delete cascade,
  foreign key (institution_id, graph_id) references saved_reports on delete set null (graph_id),
  check ((kind = 'custom_dashlet') = (num_nulls(name, model_name, model_associate_type, data_filter, shown_as) = 0)),
  check (kind = 'custom_dashlet' or num_nonnulls(model_name, model_record, model_associate_type, data_filter, shown_as, split_by) = 0),
  check (kind = 'graph' or num_nonnulls(graph_id, answers) = 0)
);
create index on dashlets (institution_id, board_id, position);
-- For erasures: a dashlet may be about one person.
create index on dashlets (institution_id, model_name, model_record) where model_record is not null;
create index on dashlets (institution_id, graph_id) where graph_id is not null;
select akada_institution_table('dashlets');

-- Checklist ----------------------------------------------------------------------------------------------------------

/*
 * The set-up checklist of an institution stays on the home page until it is done or dismissed; a row is a dismissal.
 */
create table dismissed_checklists (
  institution_id int primary key references institutions,
  dismissed_at timestamptz not null default now()
);
select akada_institution_table('dismissed_checklists');
