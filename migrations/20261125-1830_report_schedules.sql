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

-- Roles and people that a schedule writes to.
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

/* Institutions with scheduled reports whose time has come. */
create function akada_report_schedules_due() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct institution_id from report_schedules where stopped_at is null and next_at <= now() order by 1 $$;
alter function akada_report_schedules_due() owner to akada_gate;
revoke all on function akada_report_schedules_due() from public;
grant execute on function akada_report_schedules_due() to akada_app;
grant select on report_schedules to akada_gate;
