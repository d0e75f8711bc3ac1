/* A word of the list of student categories is referred to by id, so that it can be renamed. */
alter table student_categories add column id bigint generated always as identity;
alter table student_categories add constraint student_categories_id unique (institution_id, id);

create table fee_categories (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  ledger_account_id bigint not null,
  archived_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, ledger_account_id) references ledger_accounts
);
create unique index fee_categories_name on fee_categories (institution_id, lower(name)) where archived_at is null;
select akada_institution_table('fee_categories');

create table fees (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  category_id bigint not null,
  session_id bigint not null,
  term_id bigint,
  title text not null check (length(title) between 1 and 120),
  -- Printed on its bills.
  instructions text check (length(instructions) <= 1000),
  fine_how text check (fine_how in ('once', 'daily', 'percent')),
  fine_amount bigint check (fine_amount > 0),
  -- Hundredths of a percent.
  fine_percent int check (fine_percent between 1 and 10000),
  fine_grace_days int check (fine_grace_days between 0 and 365),
  fine_cap bigint check (fine_cap > 0),
  copied_from_id bigint,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, category_id) references fee_categories,
  foreign key (institution_id, session_id) references academic_sessions,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, copied_from_id) references fees,
  check (case fine_how when 'percent' then fine_percent is not null and fine_amount is null
    when 'once' then fine_amount is not null and fine_percent is null
    when 'daily' then fine_amount is not null and fine_percent is null
    else num_nonnulls(fine_amount, fine_percent, fine_grace_days, fine_cap) = 0 end)
);
create unique index fees_title on fees (institution_id, session_id, coalesce(term_id, 0), lower(title)) where ended_at is null;
create index on fees (institution_id, session_id, term_id);
select akada_institution_table('fees');

create table fee_particulars (
  institution_id int not null,
  id bigint generated always as identity,
  fee_id bigint not null,
  position int not null,
  name text not null check (length(name) between 1 and 120),
  category_id bigint not null,
  amount bigint not null check (amount between 1 and 10000000000000),
  is_optional boolean not null default false,
  primary key (institution_id, id),
  foreign key (institution_id, fee_id) references fees on delete cascade,
  foreign key (institution_id, category_id) references fee_categories
);
create index on fee_particulars (institution_id, fee_id, position);
select akada_institution_table('fee_particulars');

/* A single instalment without percent or amount is the whole. The last one takes the remainder. */
create table fee_instalments (
  institution_id int not null,
  fee_id bigint not null,
  position int not null,
  due_on date not null,
  percent int check (percent between 1 and 10000),
  amount bigint check (amount > 0),
  primary key (institution_id, fee_id, position),
  foreign key (institution_id, fee_id) references fees on delete cascade,
  check (num_nonnulls(percent, amount) <= 1)
);
select akada_institution_table('fee_instalments');

/*
 * Who it is for: students who match one row of every kind that is there, and those picked by hand. No rows: everybody
 * in the session.
 */
create table fee_audience (
  institution_id int not null,
  id bigint generated always as identity,
  fee_id bigint not null,
  kind text not null check (kind in ('program', 'class', 'batch', 'category', 'joined', 'gender', 'option', 'student')),
  program_id bigint,
  class_id bigint,
  batch_id bigint,
  category_id bigint,
  option_id bigint,
  student_id bigint,
  -- new or returning; female or male
  word text check (word in ('new', 'returning', 'female', 'male')),
  primary key (institution_id, id),
  foreign key (institution_id, fee_id) references fees on delete cascade,
  foreign key (institution_id, program_id) references programs,
  foreign key (institution_id, class_id) references classes,
  foreign key (institution_id, batch_id) references batches,
  foreign key (institution_id, category_id) references student_categories (institution_id, id),
  foreign key (institution_id, student_id) references students,
  check (num_nonnulls(program_id, class_id, batch_id, category_id, option_id, student_id, word) = 1)
);
create index on fee_audience (institution_id, fee_id);
create index on fee_audience (institution_id, student_id) where student_id is not null;
select akada_institution_table('fee_audience');

/* Discounts that fees apply in their own order. */
create table discount_schemes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  percent int check (percent between 1 and 10000),
  amount bigint check (amount > 0),
  -- named: the students listed; sibling: from the nth child on; staff_child: a guardian works here.
  who text not null check (who in ('everyone', 'sibling', 'staff_child', 'student_category', 'named')),
  child_from int check (child_from between 2 and 20),
  student_category_id bigint,
  -- Only charges of this category; null for all.
  fee_category_id bigint,
  is_scholarship boolean not null default false,
  archived_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, fee_category_id) references fee_categories,
  foreign key (institution_id, student_category_id) references student_categories (institution_id, id),
  check (num_nonnulls(percent, amount) = 1),
  check ((who = 'sibling') = (child_from is not null)),
  check ((who = 'student_category') = (student_category_id is not null))
);
create unique index discount_schemes_name on discount_schemes (institution_id, lower(name)) where archived_at is null;
select akada_institution_table('discount_schemes');

create table discount_students (
  institution_id int not null,
  scheme_id bigint not null,
  student_id bigint not null,
  until date,
  note text check (length(note) <= 200),
  created_at timestamptz not null default now(),
  primary key (institution_id, scheme_id, student_id),
  foreign key (institution_id, scheme_id) references discount_schemes,
  foreign key (institution_id, student_id) references students
);
create index on discount_students (institution_id, student_id);
select akada_institution_table('discount_students');

create table fee_discounts (
  institution_id int not null,
  fee_id bigint not null,
  position int not null,
  scheme_id bigint not null,
  primary key (institution_id, fee_id, position),
  unique (institution_id, fee_id, scheme_id),
  foreign key (institution_id, fee_id) references fees on delete cascade,
  foreign key (institution_id, scheme_id) references discount_schemes
);
select akada_institution_table('fee_discounts');

/* Optional particulars that a student takes. */
create table fee_choices (
  institution_id int not null,
  particular_id bigint not null,
  student_id bigint not null,
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, particular_id, student_id),
  foreign key (institution_id, particular_id) references fee_particulars on delete cascade,
  foreign key (institution_id, student_id) references students
);
create index on fee_choices (institution_id, student_id);
select akada_institution_table('fee_choices');

create table fee_runs (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  fee_id bigint not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'stopped')),
  issued_on date not null,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  student_count int not null check (student_count >= 0),
  -- Students up to this id are done; a restarted job goes on behind it.
  done_through bigint not null default 0,
  done_count int not null default 0,
  billed_count int not null default 0,
  billed_total bigint not null default 0,
  failure text,
  primary key (institution_id, id),
  foreign key (institution_id, fee_id) references fees
);
create unique index fee_runs_one on fee_runs (institution_id, fee_id) where state in ('queued', 'running');
create index on fee_runs (institution_id, id);
select akada_institution_table('fee_runs');

alter table invoices add foreign key (institution_id, fee_id) references fees;
alter table invoices add foreign key (institution_id, particular_id) references fee_particulars;
alter table invoices add foreign key (institution_id, run_id) references fee_runs;
alter table invoice_lines add foreign key (institution_id, category_id) references fee_categories;
alter table invoice_lines add foreign key (institution_id, scheme_id) references discount_schemes;

/* The categories of a new institution. */
create function akada_seed_fee_categories(institution int) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  with made as (
    insert into ledger_accounts (institution_id, code, name, kind)
    select institution, code, name, 'income' from (values
      ('4100', 'Tuition'), ('4110', 'Boarding'), ('4120', 'Transport'), ('4130', 'Examinations'), ('4140', 'Levies'),
      ('4150', 'Uniforms and books')) a (code, name)
    returning id, code, name)
  insert into fee_categories (institution_id, name, ledger_account_id) select institution, name, id from made order by code;
$$;
alter function akada_seed_fee_categories(int) owner to akada_gate;
revoke all on function akada_seed_fee_categories(int) from public;
grant insert on fee_categories to akada_gate;
grant select on ledger_accounts to akada_gate;
create function akada_fee_categories_for_institution() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform akada_seed_fee_categories(new.id);
  return null;
end $$;
alter function akada_fee_categories_for_institution() owner to akada_gate;
revoke all on function akada_fee_categories_for_institution() from public;
-- Triggers run in the order of their names: after the one that opens the books.
create trigger institution_opens_fees after insert on institutions
  for each row execute function akada_fee_categories_for_institution();
select akada_seed_fee_categories(id) from institutions order by id;
