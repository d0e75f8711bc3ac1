/*
 * Invitations of many people at once. A job writes those of a long one piece by piece; the row says how far it is and
 * who was left out. People are ids of `entity`; their names are read from their records.
 */
create table bulk_invitations (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  entity text not null check (entity in ('guardian', 'employee')),
  -- The role of employees; guardians have their own.
  role_id bigint,
  people bigint[] not null check (cardinality(people) between 1 and 5000),
  -- The public address for the links.
  origin text not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped', 'failed')),
  done_count int not null default 0,
  invited_count int not null default 0,
  renewed_count int not null default 0,
  left_out jsonb not null default '[]' check (jsonb_typeof(left_out) = 'array'),
  failure text,
  -- When a second person was asked, who has agreed: contacts that were changed since are left out.
  asked_at timestamptz,
  approved_by bigint references accounts,
  account_id bigint not null references accounts,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, role_id) references roles on delete set null (role_id),
  check ((entity = 'employee') or role_id is null),
  check (done_count <= cardinality(people)),
  check ((state = 'running') = (finished_at is null))
);
create index on bulk_invitations (institution_id, role_id);
create index on bulk_invitations (account_id);
create index on bulk_invitations (approved_by);
select akada_institution_table('bulk_invitations');
