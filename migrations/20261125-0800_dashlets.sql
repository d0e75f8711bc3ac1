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
  primary key (institution_id, id),
  foreign key (institution_id, board_id) references dashlet_boards on delete cascade,
  check ((kind = 'custom_dashlet') = (num_nulls(name, model_name, model_associate_type, data_filter, shown_as) = 0)),
  check (kind = 'custom_dashlet' or num_nonnulls(model_name, model_record, model_associate_type, data_filter, shown_as, split_by) = 0)
);
create index on dashlets (institution_id, board_id, position);
-- For erasures: a dashlet may be about one person.
create index on dashlets (institution_id, model_name, model_record) where model_record is not null;
select akada_institution_table('dashlets');

-- Birthdays of a week are read by month and day.
create index students_by_birthday on students
  (institution_id, (extract(month from birth_date) * 100 + extract(day from birth_date)))
  where birth_date is not null and status = 'active' and merged_into_id is null;

-- Institutions from before dashlets: their owners confirm which roles get the permissions for them.
update institutions i set to_confirm = array_append(to_confirm, 'dashlets')
where not 'dashlets' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded and r.key in ('registrar', 'principal')
      and not exists (select from unnest(r.permissions) p where p ~ '^dashlets[.]'));
