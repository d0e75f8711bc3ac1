-- Functions stand beside the table that they serve, also those that read tables below.
set local check_function_bodies = off;

-- Ledger -------------------------------------------------------------------------------------------------------------

/*
 * The books: double entry, append-only, in minor units (docs/decisions/0029). An entry and its lines are inserted in
 * one statement; what does not sum to zero fails at the commit, whoever wrote it.
 */
create table ledger_books (
  institution_id int primary key references institutions,
  -- Entries of this day and before are final.
  closed_through date,
  closed_at timestamptz,
  closed_by bigint references accounts
);
select akada_institution_table('ledger_books');
grant insert on ledger_books to akada_gate;

/* For the nightly proof: institutions with something in their books. */
create function akada_institutions_with_books() returns table (institution_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select n.id from institutions n
  where exists (select from ledger_entries e where e.institution_id = n.id)
    or exists (select from invoices i where i.institution_id = n.id)
    or exists (select from payments p where p.institution_id = n.id)
  order by n.id
$$;
alter function akada_institutions_with_books() owner to akada_gate;
revoke all on function akada_institutions_with_books() from public;
grant execute on function akada_institutions_with_books() to akada_app;

/*
 * Each entry locks its books by a foreign key until its commit, which an update alone would not notice. Waiting for
 * these locks, no entry can slip into a period while it is closed.
 */
create function akada_wait_for_entries() returns trigger language plpgsql as $$
begin
  perform 1 from ledger_books where institution_id = new.institution_id for update;
  return new;
end $$;

create trigger wait_for_entries before update of closed_through on ledger_books
  for each row execute function akada_wait_for_entries();

/* When the books were closed and reopened. */
create table ledger_closings (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  -- Until when they are closed since; null: all is open.
  closed_through date,
  -- Until when they were closed before.
  previous date,
  reason text check (length(reason) between 1 and 300),
  -- What was open in the period when it was closed, by kind.
  left_open jsonb not null default '{}',
  at timestamptz not null default now(),
  account_id bigint references accounts,
  approved_by bigint references accounts,
  primary key (institution_id, id)
);
select akada_institution_table('ledger_closings', 'select, insert');

/* The chart of accounts. */
create table ledger_accounts (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  code text not null check (code ~ '^[0-9A-Z.-]{1,12}$'),
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('asset', 'liability', 'equity', 'income', 'expense')),
  -- What the product posts to it; null for accounts that the institution added.
  role text check (role in ('cash', 'pos', 'transfer', 'cheque',
    'gateway', 'bank', 'receivable', 'credit', 'refunds', 'suspense', 'opening', 'income', 'fine', 'discount', 'scholarship',
    'waiver', 'write_off', 'difference', 'orders', 'pin_sales', 'application_fees', 'acceptance_fees', 'bank_charges')),
  archived_at timestamptz,
  -- What an account is for, in the institution's words.
  note text check (length(note) between 1 and 300),
  primary key (institution_id, id),
  constraint ledger_accounts_code unique (institution_id, code)
);
create unique index ledger_accounts_role on ledger_accounts (institution_id, role) where role is not null;
create unique index ledger_accounts_name on ledger_accounts (institution_id, lower(name)) where archived_at is null;
select akada_institution_table('ledger_accounts');
grant select, insert on ledger_accounts to akada_gate;

/* Gives an institution its books and the accounts that the product posts to. */
create function akada_open_books(institution int) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  insert into ledger_books (institution_id) values (institution);
  insert into ledger_accounts (institution_id, code, name, kind, role)
  select institution, code, name, kind, role from (values
    ('1000', 'Cash', 'asset', 'cash'),
    ('1010', 'POS terminals', 'asset', 'pos'),
    ('1020', 'Bank transfers', 'asset', 'transfer'),
    ('1030', 'Cheques', 'asset', 'cheque'),
    ('1040', 'Online payments', 'asset', 'gateway'),
    ('1090', 'Bank', 'asset', 'bank'),
    ('1100', 'Fees receivable', 'asset', 'receivable'),
    ('2000', 'Students’ credit', 'liability', 'credit'),
    ('2010', 'Refunds payable', 'liability', 'refunds'),
    ('2020', 'Unidentified payments', 'liability', 'suspense'),
    ('3000', 'Opening balances', 'equity', 'opening'),
    ('4000', 'Other income', 'income', 'income'),
    ('4010', 'Fines', 'income', 'fine'),
    ('5000', 'Discounts', 'expense', 'discount'),
    ('5010', 'Scholarships', 'expense', 'scholarship'),
    ('5020', 'Waivers', 'expense', 'waiver'),
    ('5030', 'Bad debts', 'expense', 'write_off'),
    ('5040', 'Cash differences', 'expense', 'difference')) a (code, name, kind, role);
$$;
alter function akada_open_books(int) owner to akada_gate;
revoke all on function akada_open_books(int) from public;

/* Gives an institution the account of bank charges; if its code or name is taken, a letter or word is added. */
create function akada_add_bank_charges(institution int) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  insert into ledger_accounts (institution_id, code, name, kind, role)
  select institution,
    case when exists (select from ledger_accounts a where a.institution_id = institution and a.code = '5050')
      then '5050-A' else '5050' end,
    case when exists (select from ledger_accounts a where a.institution_id = institution
        and lower(a.name) = 'bank charges' and a.archived_at is null)
      then 'Bank charges (statements)' else 'Bank charges' end, 'expense', 'bank_charges'
$$;
alter function akada_add_bank_charges(int) owner to akada_gate;
revoke all on function akada_add_bank_charges(int) from public;

/* Gives an institution the accounts of orders; the code or name of one that it has added itself gets a letter more. */
create function akada_add_order_accounts(institution int) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  insert into ledger_accounts (institution_id, code, name, kind, role)
  select institution,
    case when exists (select from ledger_accounts a where a.institution_id = institution and a.code = n.code)
      then n.code || '-A' else n.code end,
    case when exists (select from ledger_accounts a where a.institution_id = institution
        and lower(a.name) = lower(n.name) and a.archived_at is null)
      then n.name || ' (orders)' else n.name end, n.kind, n.role
  from (values
    ('2030', 'Orders to fulfil', 'liability', 'orders'),
    ('4020', 'Pin sales', 'income', 'pin_sales'),
    ('4030', 'Application fees', 'income', 'application_fees'),
    ('4040', 'Acceptance fees', 'income', 'acceptance_fees')) n (code, name, kind, role)
$$;
alter function akada_add_order_accounts(int) owner to akada_gate;
revoke all on function akada_add_order_accounts(int) from public;

/* Journal entries: what was posted, when, by whom and why. */
create table ledger_entries (
  institution_id int not null references institutions references ledger_books,
  id bigint generated always as identity,
  day date not null,
  -- The document that it posts: an entry for each source, id and part is posted once.
  source text not null check (source in ('invoice', 'credit_note', 'allocation',
    'payment', 'placement', 'reversal', 'move', 'refund', 'refund_payout', 'deposit', 'day_difference', 'manual', 'order')),
  source_id bigint not null,
  part text not null default '' check (length(part) <= 40),
  description text not null check (length(description) between 1 and 200),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reverses_id bigint,
  posted_at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, id),
  constraint ledger_entries_source unique (institution_id, source, source_id, part),
  constraint ledger_entries_reversed_once unique (institution_id, reverses_id),
  foreign key (institution_id, reverses_id) references ledger_entries
);
create index on ledger_entries (institution_id, day, id);
select akada_institution_table('ledger_entries', 'select, insert');
grant select on ledger_entries to akada_gate;

/* Checks the balance of a new entry at the commit. */
create function akada_check_entry() returns trigger language plpgsql as $$
begin
  perform akada_check_balance(new.institution_id, new.id);
  if new.day <= (select closed_through from ledger_books where institution_id = new.institution_id) then
    raise exception 'The books are closed on %', new.day
      using errcode = 'check_violation', constraint = 'ledger_entry_open';
  end if;
  return null;
end $$;

/* Refuses every change to the ledger: entries and lines are only added. */
create function akada_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: post a reversing entry', tg_table_name
    using errcode = 'restrict_violation', constraint = 'ledger_append_only';
end $$;

create constraint trigger balances after insert on ledger_entries deferrable initially deferred
  for each row execute function akada_check_entry();
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function akada_refuse_change();

/* Debits (above zero) and credits (below zero) of entries. */
create table ledger_lines (
  institution_id int not null,
  entry_id bigint not null,
  position smallint not null,
  ledger_account_id bigint not null,
  -- Debit above zero, credit below.
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000000),
  student_id bigint,
  -- The entry's, for reading a statement or an account from one index.
  day date not null,
  primary key (institution_id, entry_id, position),
  foreign key (institution_id, entry_id) references ledger_entries,
  foreign key (institution_id, ledger_account_id) references ledger_accounts,
  foreign key (institution_id, student_id) references students
);
create index on ledger_lines (institution_id, student_id, day, entry_id) include (ledger_account_id, amount)
  where student_id is not null;
create index on ledger_lines (institution_id, ledger_account_id, day, entry_id) include (amount);
select akada_institution_table('ledger_lines', 'select, insert');

/* Checked at the commit, for entries and for lines: a line that is added later changes the sum as well. */
create function akada_check_balance(institution int, entry bigint) returns void language plpgsql as $$
declare
  lines int;
  total numeric;
begin
  select count(*), sum(amount) into lines, total from ledger_lines where institution_id = institution and entry_id = entry;
  if lines < 2 or total <> 0 then
    raise exception 'Entry % has % lines that sum to %, not to zero', entry, lines, coalesce(total, 0)
      using errcode = 'check_violation', constraint = 'ledger_entry_balances';
  end if;
end $$;

/* Checks the balance of a line's entry at the commit. */
create function akada_check_line() returns trigger language plpgsql as $$
begin
  perform akada_check_balance(new.institution_id, new.entry_id);
  return null;
end $$;

create constraint trigger balances after insert on ledger_lines deferrable initially deferred
  for each row execute function akada_check_line();
create trigger append_only before update or delete or truncate on ledger_lines
  for each statement execute function akada_refuse_change();

/* Journal entries that a person posts, each agreed to by a second one. Their lines are in the ledger. */
create table manual_entries (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  -- A note for each line of the ledger, in the same order; empty for none.
  notes text[] not null,
  -- Why it reverses another entry.
  reason text check (length(reason) between 1 and 300),
  prepared_by bigint references accounts,
  approved_by bigint references accounts,
  primary key (institution_id, id)
);
select akada_institution_table('manual_entries', 'select, insert');

/* What each student owes and has paid in advance: sums of the lines, changed in the transaction that posts them. */
create table student_balances (
  institution_id int not null,
  student_id bigint not null,
  owed bigint not null default 0 check (owed >= 0),
  credit bigint not null default 0 check (credit >= 0),
  primary key (institution_id, student_id),
  foreign key (institution_id, student_id) references students
);
create index on student_balances (institution_id, owed desc, student_id) where owed > 0;
create index on student_balances (institution_id, credit desc, student_id) where credit > 0;
select akada_institution_table('student_balances');

/* What students owe, as the features below the books may know it: from the balance that all pages show. */
create view student_debts with (security_invoker = true) as
  select b.institution_id, b.student_id, b.owed from student_balances b where b.owed > 0;
grant select on student_debts to akada_app;

/* The last nightly comparison of all sums with their rows. */
create table book_proofs (
  institution_id int primary key references institutions,
  checked_at timestamptz not null default now(),
  difference_count int not null check (difference_count >= 0),
  -- The first of them: [{"what": "balance of a student", "id": 7, "stored": 100, "counted": 90}]
  differences jsonb not null
);
select akada_institution_table('book_proofs');

-- Fees ---------------------------------------------------------------------------------------------------------------

/* How much one person can take off debts alone in a term; without a row: nothing. */
create table fee_settings (
  institution_id int primary key references institutions,
  alone_limit bigint not null default 0 check (alone_limit between 0 and 10000000000000)
);
select akada_institution_table('fee_settings');

/* Categories of fees, each with its account of the books. */
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
grant insert on fee_categories to akada_gate;

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

/* Fees of a session: what is billed, when, and to whom. */
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
select akada_session_table('fees', '{session_id}');

/* The items of a fee. */
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
select akada_session_table('fee_particulars', '{fee_id,fees,session_id}');

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
select akada_session_table('fee_instalments', '{fee_id,fees,session_id}');

/*
 * Who a fee is for: students who match one row of every kind that is present, and those picked by hand. No rows:
 * everyone in the session.
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
select akada_session_table('fee_audience', '{fee_id,fees,session_id}');

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

/* Students who have a discount. */
create table discount_students (
  institution_id int not null,
  scheme_id bigint not null,
  student_id bigint not null,
  until date,
  note text check (length(note) <= 200),
  created_at timestamptz not null default now(),
  given_by bigint references accounts,
  agreed_by bigint references accounts,
  primary key (institution_id, scheme_id, student_id),
  foreign key (institution_id, scheme_id) references discount_schemes,
  foreign key (institution_id, student_id) references students
);
create index on discount_students (institution_id, student_id);
select akada_institution_table('discount_students');

/* Discounts that a fee applies, in order. */
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
select akada_session_table('fee_discounts', '{fee_id,fees,session_id}');

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
select akada_session_table('fee_choices', '{particular_id,fee_particulars,fee_id,fees,session_id}');

/* Invoices created at once from a fee. */
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

-- Invoices -----------------------------------------------------------------------------------------------------------

/* What students owe and pay. Rows are changed by verbs only; the checks hold whatever the verbs do. */
create table invoices (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  number int not null check (number > 0),
  student_id bigint not null,
  kind text not null check (kind in ('fee', 'item', 'single', 'fine', 'opening', 'correction')),
  title text not null check (length(title) between 1 and 160),
  issued_on date not null,
  session_id bigint,
  term_id bigint,
  -- The batch of that day, for the printed bill.
  batch_id bigint,
  fee_id bigint,
  -- The optional particular that it bills, after the fee was billed.
  particular_id bigint,
  run_id bigint,
  -- The invoice that a fine is for, and what it is charged for: one fine for each.
  parent_id bigint,
  fine_for text check (length(fine_for) <= 40),
  -- The rule of that day; null if late payment costs nothing.
  fine_rule jsonb,
  total bigint not null check (total between 0 and 10000000000000),
  credited bigint not null default 0 check (credited >= 0),
  settled bigint not null default 0 check (settled >= 0),
  cancelled_at timestamptz,
  printed_at timestamptz,
  -- In the public address that verifies a printed bill.
  code text not null check (code ~ '^[A-Za-z0-9_-]{16}$'),
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, id),
  constraint invoices_number unique (institution_id, number),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, session_id) references academic_sessions,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, batch_id) references batches,
  foreign key (institution_id, parent_id) references invoices,
  foreign key (institution_id, fee_id) references fees,
  foreign key (institution_id, particular_id) references fee_particulars,
  foreign key (institution_id, run_id) references fee_runs,
  check (settled + credited <= total),
  constraint invoices_check2 check ((kind = 'item') = (particular_id is not null)),
  constraint invoices_check3 check ((kind = 'fine') = (parent_id is not null and fine_for is not null)),
  constraint invoices_of_fee check ((kind in ('fee', 'item', 'correction')) = (fee_id is not null)),
  -- The invoice that it adds to.
  constraint invoices_correction_parent check (kind <> 'correction' or parent_id is not null)
);
create unique index invoices_fee_once on invoices (institution_id, student_id, fee_id)
  where kind = 'fee' and cancelled_at is null;
create unique index invoices_item_once on invoices (institution_id, student_id, fee_id, particular_id)
  where kind = 'item' and cancelled_at is null;
create unique index invoices_fine_once on invoices (institution_id, parent_id, fine_for) where kind = 'fine';
create unique index invoices_code on invoices (institution_id, code);
create index on invoices (institution_id, student_id, id);
create index on invoices (institution_id, fee_id, id) where fee_id is not null;
create index on invoices (institution_id, student_id) where settled + credited < total;
create index on invoices (institution_id, run_id) where run_id is not null;
-- Invoices that late payment may add fines to.
create index on invoices (institution_id, student_id, id) where fine_rule is not null and settled + credited < total;
create index invoices_by_code on invoices (code);
create index invoices_corrections on invoices (institution_id, parent_id) where kind = 'correction';
select akada_institution_table('invoices');
grant select on invoices to akada_gate;
select akada_session_table('invoices', '{session_id}', '{insert}');

/* What a visitor with a printed bill can compare it with. It shows initials instead of names. */
create function akada_bill_by_code(wanted text) returns table (
  institution text, number int, title text, issued_on date, total bigint, open bigint, currency text, batch text,
  initials text, is_cancelled boolean, is_overdue boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select z.name, i.number, i.title, i.issued_on, i.total - i.credited, i.total - i.credited - i.settled, z.currency, b.name,
    upper(left(s.first_name, 1)) || '. ' || upper(left(s.surname, 1)) || '.', i.cancelled_at is not null,
    coalesce((select sum(d.amount) from invoice_dues d where d.institution_id = i.institution_id and d.invoice_id = i.id
      and d.due_on < (now() at time zone z.time_zone)::date), 0) > i.settled + i.credited
  from invoices i join institutions z on z.id = i.institution_id
  join students s on (s.institution_id, s.id) = (i.institution_id, i.student_id)
  left join batches b on (b.institution_id, b.id) = (i.institution_id, i.batch_id)
  where i.code = wanted
$$;
alter function akada_bill_by_code(text) owner to akada_gate;
revoke all on function akada_bill_by_code(text) from public;
grant execute on function akada_bill_by_code(text) to akada_app;

/* The snapshot: charges above zero, discounts below. */
create table invoice_lines (
  institution_id int not null,
  invoice_id bigint not null,
  position smallint not null,
  name text not null check (length(name) between 1 and 160),
  amount bigint not null check (amount <> 0),
  ledger_account_id bigint not null,
  category_id bigint,
  particular_id bigint,
  scheme_id bigint,
  primary key (institution_id, invoice_id, position),
  foreign key (institution_id, invoice_id) references invoices,
  foreign key (institution_id, ledger_account_id) references ledger_accounts,
  foreign key (institution_id, category_id) references fee_categories,
  foreign key (institution_id, scheme_id) references discount_schemes
);
select akada_institution_table('invoice_lines', 'select, insert');

/* When an invoice is due: instalments that sum to its total. */
create table invoice_dues (
  institution_id int not null,
  invoice_id bigint not null,
  position smallint not null,
  due_on date not null,
  amount bigint not null check (amount >= 0),
  primary key (institution_id, invoice_id, position),
  foreign key (institution_id, invoice_id) references invoices
);
-- What is due in some weeks, of all students: the overview, fines and reminders.
create index on invoice_dues (institution_id, due_on, invoice_id) include (amount);
select akada_institution_table('invoice_dues', 'select, insert');
grant select on invoice_dues to akada_gate;

/* For the nightly fines: institutions with an instalment that may be late, and their day. */
create function akada_fines_due() returns table (institution_id int, today date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select n.id, (now() at time zone n.time_zone)::date from institutions n
  where exists (select from invoices i
    join invoice_dues d on d.institution_id = i.institution_id and d.invoice_id = i.id
    where i.institution_id = n.id and i.fine_rule is not null and i.settled + i.credited < i.total
      and d.due_on < (now() at time zone n.time_zone)::date)
  order by n.id
$$;
alter function akada_fines_due() owner to akada_gate;
revoke all on function akada_fines_due() from public;
grant execute on function akada_fines_due() to akada_app;

/* What was taken off an invoice, and why. */
create table credit_notes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  number int not null check (number > 0),
  invoice_id bigint not null,
  student_id bigint not null,
  kind text not null check (kind in ('correction', 'cancellation', 'write_off')),
  amount bigint not null check (amount > 0),
  reason text not null check (length(reason) between 1 and 300),
  day date not null,
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  -- The optional item of the invoice that a credit note takes back: the student no longer takes it.
  particular_id bigint,
  -- Who agreed to what was taken off a debt; null: nobody was asked.
  agreed_by bigint references accounts,
  primary key (institution_id, id),
  constraint credit_notes_number unique (institution_id, number),
  foreign key (institution_id, invoice_id) references invoices,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, particular_id) references fee_particulars
);
create index on credit_notes (institution_id, invoice_id);
create index on credit_notes (institution_id, student_id, id);
create unique index credit_notes_item_once on credit_notes (institution_id, invoice_id, particular_id)
  where particular_id is not null;
create index on credit_notes (institution_id, day);
select akada_institution_table('credit_notes', 'select, insert');

/* Changes to the items of a billed fee, which correct its invoices. */
create table fee_corrections (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  fee_id bigint not null,
  reason text not null check (length(reason) between 1 and 300),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, fee_id) references fees
);
create index on fee_corrections (institution_id, fee_id, id);
select akada_institution_table('fee_corrections');

/* What each item of an invoice cost before and costs since. */
create table fee_correction_items (
  institution_id int not null,
  correction_id bigint not null,
  invoice_id bigint not null,
  -- As in the lines of invoices: an item that a fee has lost stays.
  particular_id bigint not null,
  was bigint not null check (was > 0),
  becomes bigint not null check (becomes > 0),
  primary key (institution_id, correction_id, invoice_id, particular_id),
  foreign key (institution_id, correction_id) references fee_corrections,
  foreign key (institution_id, invoice_id) references invoices
);
create index on fee_correction_items (institution_id, invoice_id, particular_id);
select akada_institution_table('fee_correction_items', 'select, insert');

/* The credit notes and invoices that correct an invoice. */
create table fee_correction_documents (
  institution_id int not null,
  id bigint generated always as identity,
  correction_id bigint not null,
  invoice_id bigint not null,
  credit_note_id bigint,
  added_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, correction_id) references fee_corrections,
  foreign key (institution_id, invoice_id) references invoices,
  foreign key (institution_id, credit_note_id) references credit_notes,
  foreign key (institution_id, added_id) references invoices,
  check (num_nonnulls(credit_note_id, added_id) = 1)
);
create index on fee_correction_documents (institution_id, correction_id);
create index on fee_correction_documents (institution_id, invoice_id);
select akada_institution_table('fee_correction_documents', 'select, insert');

/* Files of many printed bills: made by a job, downloaded, and deleted a day later. */
create table bill_files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- In the order of the pages.
  invoice_ids bigint[] not null check (cardinality(invoice_ids) between 1 and 1000),
  -- The public address, for the codes that verify a bill.
  origin text not null check (length(origin) <= 300),
  done_count int not null default 0,
  file_id bigint,
  failure text,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (institution_id, id),
  check ((state = 'done') = (file_id is not null))
);
create index on bill_files (institution_id, created_at);
select akada_institution_table('bill_files');
grant select, delete on bill_files to akada_gate;

/* Deletes the files that are older than so many days; returns where they are stored. */
create function akada_tidy_bill_files(days int) returns setof text
language sql volatile security definer set search_path = public, pg_temp
as $$
  with old as (
    delete from bill_files where created_at < now() - make_interval(days => $1) returning institution_id, file_id)
  delete from files f using old where (f.institution_id, f.id) = (old.institution_id, old.file_id)
  returning f.stored_as
$$;
alter function akada_tidy_bill_files(int) owner to akada_gate;
revoke all on function akada_tidy_bill_files(int) from public;
grant execute on function akada_tidy_bill_files(int) to akada_app;

-- Bank accounts ------------------------------------------------------------------------------------------------------

/* The school's accounts at banks. */
create table bank_accounts (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  bank text not null check (length(bank) between 1 and 80),
  number text not null check (number ~ '^[0-9A-Z]{4,34}$'),
  ledger_account_id bigint not null,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  constraint bank_accounts_number unique (institution_id, number),
  foreign key (institution_id, ledger_account_id) references ledger_accounts
);
select akada_institution_table('bank_accounts');

/*
 * The bank accounts that families are shown: those in force, each agreed to by a second person (docs/decisions/0063).
 */
create view accounts_to_pay with (security_invoker = true) as
  select a.institution_id, a.id, a.name, a.bank, a.number from bank_accounts a where a.archived_at is null;
grant select on accounts_to_pay to akada_app;

-- Pins ---------------------------------------------------------------------------------------------------------------

/*
 * Pins: sold like vouchers, kept like money. No column holds a secret that can be read without the installation's key.
 */
create table pin_kinds (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  type text not null check (type in ('registration', 'result')),
  -- Null for every program.
  program_id bigint,
  price bigint not null check (price between 0 and 10000000000000),
  -- How long a new batch is valid.
  valid_days int not null check (valid_days between 1 and 1830),
  -- How often a result pin shows its result.
  views smallint not null default 5 check (views between 1 and 100),
  is_on_sale boolean not null default false,
  -- Where it is sold for cash, as applicants read it.
  sold_at text check (length(sold_at) between 1 and 300),
  most_per_order smallint not null default 5 check (most_per_order between 1 and 100),
  -- What is printed below the pin.
  instructions text check (length(instructions) between 1 and 300),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, program_id) references programs
);
create unique index pin_kinds_name on pin_kinds (institution_id, lower(name)) where archived_at is null;
select akada_institution_table('pin_kinds');

/* Pins generated at once. */
create table pin_batches (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  number int not null check (number > 0),
  kind_id bigint not null,
  -- Cards have secrets and are printed; what is sold by order gets its secret when it is sold.
  purpose text not null check (purpose in ('cards', 'orders')),
  quantity int not null check (quantity between 1 and 20000),
  first_serial bigint not null check (first_serial > 0),
  expires_on date not null,
  state text not null default 'making' check (state in ('making', 'ready', 'failed')),
  layout text check (layout in ('cards8', 'cards10', 'cards24', 'csv')),
  done_count int not null default 0,
  -- What the codes on the cards open, with the pin behind '#', so that no server log has it.
  link text check (length(link) <= 300),
  -- The secrets in the order of serials, sealed, until the sheet is confirmed as printed.
  secrets bytea,
  -- The sheet, sealed in the same way.
  file_id bigint,
  printed_at timestamptz,
  printed_by bigint references accounts,
  created_at timestamptz not null default now(),
  account_id bigint not null references accounts,
  primary key (institution_id, id),
  constraint pin_batches_number unique (institution_id, number),
  foreign key (institution_id, kind_id) references pin_kinds,
  check ((purpose = 'cards') = (layout is not null)),
  check (printed_at is null or (secrets is null and file_id is null))
);
create index on pin_batches (institution_id, kind_id, id);
select akada_institution_table('pin_batches');

/* People outside the school who sell pin cards. */
create table pin_sellers (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('bank', 'bursary', 'agent')),
  contact text check (length(contact) <= 200),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create unique index pin_sellers_name on pin_sellers (institution_id, lower(name)) where archived_at is null;
select akada_institution_table('pin_sellers');

-- Orders -------------------------------------------------------------------------------------------------------------

/* Orders: sales to people without an account (docs/decisions/0033). An order has payments, and no student. */
create table orders (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  number int not null check (number > 0),
  kind text not null check (kind in ('pins', 'application', 'acceptance')),
  status text not null default 'created'
    check (status in ('created', 'paid', 'fulfilled', 'failed', 'expired', 'refunded')),
  -- Why it could not be fulfilled, or what is still to be done about it.
  problem text check (problem in ('sold_out', 'declined', 'paid_twice', 'another_amount')),
  buyer_name text check (length(buyer_name) between 1 and 150),
  buyer_email text check (length(buyer_email) <= 200),
  buyer_phone text check (length(buyer_phone) <= 20),
  -- Pins: what and how many.
  pin_kind_id bigint,
  quantity smallint not null default 1 check (quantity > 0),
  unit_price bigint not null check (unit_price between 0 and 10000000000000),
  amount bigint not null check (amount between 1 and 10000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Fees: of which application.
  application_id bigint,
  -- The public address of this installation, for links in messages.
  origin text not null check (length(origin) <= 300),
  expires_at timestamptz not null,
  -- The payment that paid it; others that came as well are refunded.
  payment_id bigint,
  -- Cards that exist, instead of pins with new secrets; perhaps sold by somebody else.
  has_cards boolean not null default false,
  seller_id bigint,
  slip_printed_at timestamptz,
  paid_at timestamptz,
  fulfilled_at timestamptz,
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  buyer_search text collate "C" generated always as
    (akada_searchable(buyer_name)) stored,
  -- Who reserved pins without paying: keyed hashes of the network, the browser, the phone, the mailbox and a mail
  -- domain that the school doesn't know. They are gone as soon as the order is paid or ends.
  reserved_by text[],
  primary key (institution_id, id),
  constraint orders_number unique (institution_id, number),
  foreign key (institution_id, pin_kind_id) references pin_kinds,
  foreign key (institution_id, seller_id) references pin_sellers,
  check ((kind = 'pins') = (pin_kind_id is not null)),
  check ((kind = 'pins') = (application_id is null)),
  check (amount = unit_price * quantity),
  check (status not in ('paid', 'fulfilled') or payment_id is not null),
  check ((fulfilled_at is not null) <= (payment_id is not null)),
  constraint orders_reserved_by check (reserved_by is null or status = 'created')
);
create index on orders (institution_id, status, id);
create index on orders (institution_id, created_at, id);
create index on orders (institution_id, buyer_search) where buyer_search is not null;
create index on orders (institution_id, application_id) where application_id is not null;
create index on orders (institution_id, pin_kind_id, id) where pin_kind_id is not null;
create index on orders (expires_at) where status = 'created';
create index orders_unpaid on orders (institution_id, pin_kind_id) where status = 'created';
-- Buyers who paid after the last pin was sold, the first one first.
create index orders_next on orders (institution_id, pin_kind_id, paid_at, id) where status = 'paid' and problem = 'sold_out';
select akada_institution_table('orders');
grant select, update on orders to akada_gate;

/* Which orders have waited long enough, in all institutions. */
create function akada_orders_due(most int) returns table (institution_id int, id bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select o.institution_id, o.id from orders o where o.status = 'created' and o.expires_at <= now()
  order by o.expires_at limit most
$$;
alter function akada_orders_due(int) owner to akada_gate;
revoke all on function akada_orders_due(int) from public;
grant execute on function akada_orders_due(int) to akada_app;

/* Pins, of which only hashes and sealed copies are stored. */
create table pins (
  institution_id int not null references institutions,
  serial bigint not null check (serial > 0),
  batch_id bigint not null,
  kind_id bigint not null,
  is_card boolean not null,
  expires_on date not null,
  -- HMAC with a key derived from the installation's secret.
  secret_hash bytea check (length(secret_hash) = 32),
  last_four text check (last_four ~ '^[0-9]{4}$'),
  -- The secret, sealed, for the page of its buyer; gone once the pin is used, void or expired.
  sealed bytea,
  -- Expired is worked out from the day.
  status text not null default 'available' check (status in ('available', 'reserved', 'sold', 'used', 'void')),
  seller_id bigint,
  order_id bigint,
  sold_at timestamptz,
  used_at timestamptz,
  application_id bigint,
  -- A result pin belongs to the student and term that it opened first.
  student_id bigint,
  term_id bigint,
  views_used smallint not null default 0 check (views_used >= 0),
  voided_at timestamptz,
  voided_by bigint references accounts,
  void_reason text check (length(void_reason) between 1 and 300),
  replaces_serial bigint,
  -- Serial numbers begin again in each institution, so addresses of the product name a pin by its id.
  id bigint generated always as identity,
  -- Who last opened a result with a pin, and when: the same browser opening it again soon is not counted as another
  -- view.
  opened_by text check (length(opened_by) <= 64),
  opened_at timestamptz,
  primary key (institution_id, serial),
  foreign key (institution_id, batch_id) references pin_batches,
  foreign key (institution_id, kind_id) references pin_kinds,
  foreign key (institution_id, seller_id) references pin_sellers,
  foreign key (institution_id, replaces_serial) references pins,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, order_id) references orders,
  check ((secret_hash is null) = (last_four is null)),
  check (sealed is null or (secret_hash is not null and status in ('sold', 'used'))),
  check (status not in ('sold', 'used') or secret_hash is not null),
  check (status <> 'reserved' or order_id is not null),
  check ((status = 'void') = (voided_at is not null)),
  check ((status = 'used') = (used_at is not null)),
  check ((student_id is null) = (term_id is null)),
  check ((opened_by is null) = (opened_at is null))
);
create index on pins (institution_id, batch_id, serial);
create index on pins (institution_id, kind_id, serial) where status = 'available' and not is_card;
create index on pins (institution_id, order_id) where order_id is not null;
create index on pins (institution_id, seller_id, serial) where seller_id is not null;
create index on pins (institution_id, student_id) where student_id is not null;
create unique index pins_replaced_once on pins (institution_id, replaces_serial) where replaces_serial is not null;
create unique index pins_one_an_application on pins (institution_id, application_id) where application_id is not null;
create index on pins (institution_id, expires_on) where sealed is not null;
create unique index pins_id on pins (institution_id, id);
-- A result by SMS names the pin alone: its last digits find the few that it can be.
create index pins_last_four on pins (institution_id, last_four) where last_four is not null;
select akada_institution_table('pins');
grant select, update on pins to akada_gate;

/* Kinds of pins that somebody has paid for and waits for, with pins in stock again. */
create function akada_pins_waited_for() returns table (institution_id int, pin_kind_id bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct o.institution_id, o.pin_kind_id from orders o where o.status = 'paid' and o.problem = 'sold_out'
    and exists (select from pins p where p.institution_id = o.institution_id and p.kind_id = o.pin_kind_id
      and p.status = 'available' and not p.is_card)
$$;
alter function akada_pins_waited_for() owner to akada_gate;
revoke all on function akada_pins_waited_for() from public;
grant execute on function akada_pins_waited_for() to akada_app;

/* Every try, right or wrong: what limits the tries, and what officers look through. */
create table pin_tries (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  -- As typed, if it could be one.
  serial bigint,
  outcome text not null
    check (outcome in ('right', 'wrong', 'unknown', 'used', 'expired', 'void', 'foreign', 'unsold')),
  address text not null check (length(address) <= 64),
  form text not null check (length(form) <= 64),
  primary key (institution_id, id)
);
create index on pin_tries (institution_id, serial, at) where outcome <> 'right';
create index on pin_tries (institution_id, address, at) where outcome <> 'right';
create index on pin_tries (institution_id, form, at) where outcome <> 'right';
select akada_institution_table('pin_tries', 'select, insert');
grant select, delete on pin_tries to akada_gate;

/*
 * Removes what is no longer needed of old orders of pins: the link to the order and how to reach its buyer are removed
 * together.
 */
create function akada_tidy_pins(days int) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  update pins set sealed = null where sealed is not null and expires_on < current_date - 1;
  update orders set buyer_email = null, buyer_phone = null
  where created_at < now() - interval '2 years' and (buyer_email is not null or buyer_phone is not null);
  update outbox set recipient = 'erased', subject = null, body = 'This message has been erased.', key_kind = null, failure = null
  where key_kind = 'order' and created_at < now() - interval '2 years';
  delete from pin_tries where at < now() - make_interval(days => $1);
$$;
alter function akada_tidy_pins(int) owner to akada_gate;
revoke all on function akada_tidy_pins(int) from public;
grant execute on function akada_tidy_pins(int) to akada_app;

/* Cards that went to a seller or came back. */
create table pin_handovers (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  seller_id bigint not null,
  direction text not null check (direction in ('out', 'back')),
  first_serial bigint not null,
  last_serial bigint not null,
  quantity int not null check (quantity > 0),
  note text check (length(note) between 1 and 300),
  at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, seller_id) references pin_sellers,
  check (first_serial <= last_serial)
);
create index on pin_handovers (institution_id, seller_id, id);
select akada_institution_table('pin_handovers', 'select, insert');

-- Cashier ------------------------------------------------------------------------------------------------------------

/* Cashier sessions: from opening float to approved count. */
create table cashier_days (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  account_id bigint not null references accounts,
  day date not null,
  opening_float bigint not null check (opening_float between 0 and 10000000000000),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  -- Notes and coins of the cash: {"100000": 12}, by minor units.
  denominations jsonb,
  remark text check (length(remark) <= 500),
  approved_at timestamptz,
  approved_by bigint references accounts,
  approval_remark text check (length(approval_remark) <= 500),
  recounted_at timestamptz,
  recount_denominations jsonb,
  recount_remark text check (length(recount_remark) <= 500),
  primary key (institution_id, id),
  check ((approved_at is null) = (approved_by is null)),
  check (approved_at is null or closed_at is not null),
  check (approved_by <> account_id),
  check (recounted_at is null or closed_at is not null)
);
create unique index cashier_days_open on cashier_days (institution_id, account_id) where closed_at is null;
create index on cashier_days (institution_id, account_id, id);
create index on cashier_days (institution_id, day, id);
select akada_institution_table('cashier_days');

/* What a closed day had to hold and held, by channel. */
create table cashier_counts (
  institution_id int not null,
  day_id bigint not null,
  channel text not null check (channel in ('cash', 'transfer', 'pos', 'cheque')),
  expected bigint not null,
  counted bigint not null check (counted >= 0),
  -- The first count stays; a recount is a second row.
  turn smallint not null default 1 check (turn in (1, 2)),
  primary key (institution_id, day_id, turn, channel),
  foreign key (institution_id, day_id) references cashier_days
);
select akada_institution_table('cashier_counts', 'select, insert');

-- Payments -----------------------------------------------------------------------------------------------------------

/* Money received, and its receipts. */
create table payments (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  channel text not null check (channel in ('cash', 'transfer', 'pos', 'cheque', 'gateway', 'waiver', 'opening')),
  -- The gateway, the bank of a statement; empty for what a cashier types.
  provider text not null default '' check (length(provider) <= 40),
  reference text check (length(reference) between 1 and 100),
  -- Counts payments that somebody confirmed to be different ones with the same reference.
  reference_again smallint not null default 0,
  status text not null
    check (status in ('pending', 'successful', 'failed', 'abandoned', 'partly_refunded', 'refunded', 'reversed')),
  amount bigint not null check (amount between 1 and 10000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The payment date in the institution's zone, which is also that of the ledger entry.
  day date not null,
  received_at timestamptz not null default now(),
  payer_name text check (length(payer_name) <= 150),
  payer_contact text check (length(payer_contact) <= 200),
  note text check (length(note) <= 300),
  cheque_bank text check (length(cheque_bank) <= 80),
  cheque_date date,
  cashier_day_id bigint,
  account_id bigint references accounts,
  receipt_number int check (receipt_number > 0),
  receipt_at timestamptz,
  printed_at timestamptz,
  code text not null check (code ~ '^[A-Za-z0-9_-]{16}$'),
  is_test boolean not null default false,
  -- Unidentified money is in suspense until it has shares.
  in_suspense boolean not null default false,
  ended_at timestamptz,
  ended_by bigint references accounts,
  end_reason text check (length(end_reason) <= 300),
  created_at timestamptz not null default now(),
  -- A payer is found by the beginning of the name.
  payer_search text collate "C" generated always as
    (akada_searchable(payer_name)) stored,
  -- A payment of an order has no shares and is not in suspense.
  order_id bigint,
  agreed_by bigint references accounts,
  primary key (institution_id, id),
  constraint payments_receipt unique (institution_id, receipt_number),
  constraint payments_code unique (institution_id, code),
  foreign key (institution_id, cashier_day_id) references cashier_days,
  foreign key (institution_id, order_id) references orders,
  check (receipt_number is null or status in ('successful', 'partly_refunded', 'refunded', 'reversed')),
  check ((receipt_number is null) = (receipt_at is null)),
  constraint payments_order check (order_id is null or not in_suspense)
);
create unique index payments_reference on payments (institution_id, channel, provider, lower(reference), reference_again)
  where reference is not null;
create index on payments (institution_id, day, id);
create index on payments (institution_id, cashier_day_id, channel) where cashier_day_id is not null;
create index on payments (institution_id, status, id) where status <> 'successful';
create index on payments (institution_id, id) where in_suspense;
create index on payments (institution_id, account_id, id);
-- The search by reference: equality may use an index under row-level security.
create index on payments (institution_id, reference) where reference is not null;
create index on payments (institution_id, payer_search) where payer_search is not null;
-- The code alone is looked up.
create index on payments (code);
create index on payments (institution_id, order_id) where order_id is not null;
select akada_institution_table('payments');
grant select on payments to akada_gate;
alter table orders add foreign key (institution_id, payment_id) references payments;

/* What the public page of a receipt says, including that the money is not identified yet. */
create function akada_verify_receipt(receipt_code text) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'institution', i.name, 'accent', i.accent, 'number', p.receipt_number, 'day', p.day, 'amount', p.amount,
    'currency', p.currency, 'status', p.status, 'isTest', p.is_test, 'inSuspense', p.in_suspense,
    'students', coalesce((select jsonb_agg(left(s.first_name, 1) || '. ' || left(s.surname, 1) || '.' order by s.id)
      from payment_shares h join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)
      where h.institution_id = p.institution_id and h.payment_id = p.id and h.amount > 0), '[]'))
  from payments p join institutions i on i.id = p.institution_id
  where p.code = receipt_code and (p.receipt_number is not null or p.channel = 'cheque' and p.status in ('pending', 'failed'))
$$;
alter function akada_verify_receipt(text) owner to akada_gate;
revoke all on function akada_verify_receipt(text) from public;
grant execute on function akada_verify_receipt(text) to akada_app;

/* No test money in real books, whatever a verb does. */
create function akada_refuse_test_money() returns trigger language plpgsql as $$
begin
  if not exists (select from online_settings s where s.institution_id = new.institution_id and s.is_demonstration) then
    raise exception 'Institution % takes no test payments', new.institution_id
      using errcode = 'check_violation', constraint = 'payments_test_money';
  end if;
  return new;
end $$;

/* A payment that a transfer was joined to is reversed: whose the transfer is has to be decided again. */
create function akada_reopen_joined_review() returns trigger language plpgsql as $$
begin
  update online_reviews set state = 'open', decided_at = null, decided_by = null
  where institution_id = new.institution_id and payment_id = new.id and reason = 'recorded' and state = 'joined';
  return null;
end $$;

create trigger refuse_test_money before insert or update of is_test on payments
  for each row when (new.is_test) execute function akada_refuse_test_money();
create trigger reopen_joined_review after update of status on payments
  for each row when (new.status = 'reversed' and old.status <> 'reversed') execute function akada_reopen_joined_review();

/* How much of a payment is whose; what is neither allocated nor refunded is the student's credit. */
create table payment_shares (
  institution_id int not null,
  payment_id bigint not null,
  student_id bigint not null,
  amount bigint not null check (amount >= 0),
  allocated bigint not null default 0 check (allocated >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  primary key (institution_id, payment_id, student_id),
  foreign key (institution_id, payment_id) references payments,
  foreign key (institution_id, student_id) references students,
  check (allocated + refunded <= amount)
);
create index on payment_shares (institution_id, student_id, payment_id);
select akada_institution_table('payment_shares');
grant select on payment_shares to akada_gate;

/* Which invoice a share settles: rows are only added, what is taken back is a row below zero. */
create table allocations (
  institution_id int not null,
  id bigint generated always as identity,
  payment_id bigint not null,
  student_id bigint not null,
  invoice_id bigint not null,
  amount bigint not null check (amount <> 0),
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, payment_id, student_id) references payment_shares,
  foreign key (institution_id, invoice_id) references invoices
);
create index on allocations (institution_id, payment_id);
create index on allocations (institution_id, invoice_id);
select akada_institution_table('allocations', 'select, insert');

/* Money paid back. */
create table refunds (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  payment_id bigint not null,
  student_id bigint,
  amount bigint not null check (amount > 0),
  reason text not null check (length(reason) between 1 and 300),
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  -- How it was handed over, and when; until then it is payable.
  channel text check (channel in ('cash', 'transfer', 'cheque', 'gateway')),
  reference text check (length(reference) <= 100),
  paid_on date,
  paid_at timestamptz,
  paid_by bigint references accounts,
  -- Cash that a cashier pays back is counted in the session of that day.
  cashier_day_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, payment_id, student_id) references payment_shares,
  foreign key (institution_id, cashier_day_id) references cashier_days,
  check ((paid_at is null) = (channel is null))
);
create index on refunds (institution_id, payment_id);
create index on refunds (institution_id, id) where paid_at is null;
create index on refunds (institution_id, cashier_day_id) where cashier_day_id is not null;
select akada_institution_table('refunds');

/* A share that went to a sibling. */
create table share_moves (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  payment_id bigint not null,
  from_student_id bigint not null,
  to_student_id bigint not null,
  amount bigint not null check (amount > 0),
  reason text not null check (length(reason) between 1 and 300),
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, payment_id, from_student_id) references payment_shares,
  foreign key (institution_id, payment_id, to_student_id) references payment_shares,
  check (from_student_id <> to_student_id)
);
create index on share_moves (institution_id, payment_id);
select akada_institution_table('share_moves', 'select, insert');

/* What students owed, or had paid in advance, when the books began: once each, from a file. */
create table opening_balances (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  student_id bigint not null,
  import_id bigint not null,
  -- Above zero the student owes, and there is an invoice; below zero a payment without money.
  amount bigint not null check (amount <> 0),
  invoice_id bigint,
  payment_id bigint,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, import_id) references imports,
  foreign key (institution_id, invoice_id) references invoices,
  foreign key (institution_id, payment_id) references payments,
  check ((amount > 0) = (invoice_id is not null)),
  check ((amount < 0) = (payment_id is not null))
);
create unique index opening_balances_once on opening_balances (institution_id, student_id) where undone_at is null;
create index on opening_balances (institution_id, import_id);
select akada_institution_table('opening_balances');

/*
 * What was missing or left over in a channel of an approved day, with the person who answers for it, until it is
 * explained.
 */
create table cashier_differences (
  institution_id int not null,
  id bigint generated always as identity,
  day_id bigint not null,
  channel text not null check (channel in ('cash', 'transfer', 'pos', 'cheque')),
  -- Counted less expected.
  amount bigint not null check (amount <> 0),
  account_id bigint not null references accounts,
  opened_at timestamptz not null default now(),
  opened_by bigint not null references accounts,
  explained_at timestamptz,
  explained_by bigint references accounts,
  how text check (how in ('posted', 'payment')),
  reason text check (length(reason) between 1 and 500),
  payment_id bigint,
  primary key (institution_id, id),
  constraint cashier_differences_channel unique (institution_id, day_id, channel),
  foreign key (institution_id, day_id) references cashier_days,
  foreign key (institution_id, payment_id) references payments,
  check (opened_by <> account_id),
  check (explained_by <> account_id),
  check ((explained_at is null) = (how is null) and (how is null) = (reason is null) and (how is null) = (explained_by is null)),
  check ((how is not distinct from 'payment') = (payment_id is not null))
);
create unique index cashier_differences_payment on cashier_differences (institution_id, payment_id) where payment_id is not null;
create index on cashier_differences (institution_id, id) where explained_at is null;
select akada_institution_table('cashier_differences', 'select, insert, update');

-- Bank statements ----------------------------------------------------------------------------------------------------

/* Imported statements of bank accounts. */
create table bank_statements (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  bank_account_id bigint not null,
  file_name text not null check (length(file_name) between 1 and 255),
  sha256 text not null,
  -- Its headings with samples, and its rows until the columns are confirmed; afterwards the lines are what is kept.
  columns jsonb not null,
  content jsonb,
  row_count int not null check (row_count > 0),
  state text not null default 'uploaded' check (state in ('uploaded', 'read')),
  line_count int not null default 0,
  -- Lines that an earlier file had brought.
  repeated_count int not null default 0,
  -- Rows that are no lines: the first of them, with the reason.
  problems jsonb not null default '[]',
  problem_count int not null default 0,
  first_day date,
  last_day date,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  account_id bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, bank_account_id) references bank_accounts,
  check ((state = 'read') = (read_at is not null)),
  check ((state = 'read') = (content is null))
);
select akada_institution_table('bank_statements');

/* The lines of bank statements, and what each was matched to. */
create table bank_lines (
  institution_id int not null,
  id bigint generated always as identity,
  bank_account_id bigint not null,
  statement_id bigint not null,
  row_number int not null,
  day date not null,
  -- Above zero is money in.
  amount bigint not null check (amount <> 0 and abs(amount) <= 10000000000000),
  reference text check (length(reference) <= 100),
  -- Emptied by an erasure; the fingerprint stays, so that the line is still known.
  narration text check (length(narration) <= 500),
  -- Day, amount, reference and narration, and which of the equal lines of one file it is.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  ordinal int not null check (ordinal > 0),
  state text not null default 'open' check (state in ('open', 'matched', 'received', 'suspense', 'ignored', 'posted')),
  -- What is proposed while it is open, and what it became.
  strength text check (strength in ('strong', 'weak')),
  reason text check (length(reason) <= 200),
  payment_id bigint,
  student_id bigint,
  remark text check (length(remark) <= 300),
  settled_at timestamptz,
  settled_by bigint references accounts,
  -- Each time it is undone, it is posted anew.
  turn smallint not null default 1 check (turn > 0),
  -- The account that is proposed while a line is open, afterwards the one that it was posted to.
  posting_account_id bigint,
  primary key (institution_id, id),
  constraint bank_lines_once unique (institution_id, bank_account_id, fingerprint, ordinal),
  foreign key (institution_id, bank_account_id) references bank_accounts,
  foreign key (institution_id, statement_id) references bank_statements,
  foreign key (institution_id, payment_id) references payments,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, posting_account_id) references ledger_accounts,
  check ((state = 'open') = (settled_at is null)),
  constraint bank_lines_payment check (state not in ('received', 'suspense') or payment_id is not null),
  constraint bank_lines_proposal check (state <> 'open'
    or case when strength is null then payment_id is null and student_id is null
      else strength = 'weak' and reason is not null or payment_id is not null or student_id is not null end)
);
create index on bank_lines (institution_id, statement_id, id);
create index on bank_lines (institution_id, bank_account_id, id) where state = 'open';
create index on bank_lines (institution_id, student_id) where student_id is not null;
create index on bank_lines (institution_id, payment_id) where payment_id is not null;
create index on bank_lines (institution_id, statement_id, id) where state = 'open' and posting_account_id is not null;
select akada_institution_table('bank_lines');

/* Rules that propose an account for bank lines by their narration. */
create table bank_posting_rules (
  institution_id int not null references institutions,
  -- In small letters without digits, as akada_plain_words makes them.
  words text not null check (words ~ '^[a-z]+( [a-z]+)*$' and length(words) between 4 and 80),
  ledger_account_id bigint not null,
  primary key (institution_id, words),
  foreign key (institution_id, ledger_account_id) references ledger_accounts
);
select akada_institution_table('bank_posting_rules');

/* Which payments a line of a statement is: one, or several that were banked in a lump. */
create table bank_line_payments (
  institution_id int not null,
  payment_id bigint not null,
  line_id bigint not null,
  -- A payment is seen at the bank once.
  primary key (institution_id, payment_id),
  foreign key (institution_id, line_id) references bank_lines,
  foreign key (institution_id, payment_id) references payments
);
create index on bank_line_payments (institution_id, line_id);
select akada_institution_table('bank_line_payments');

/*
 * After how many days a payment has to be seen at the bank, by channel; the product's own numbers where there is no
 * row.
 */
create table bank_waits (
  institution_id int primary key references institutions,
  transfer smallint not null check (transfer between 0 and 60),
  pos smallint not null check (pos between 0 and 60),
  cheque smallint not null check (cheque between 0 and 60)
);
select akada_institution_table('bank_waits');

/* The books of a bank account against its statement, closed until a day with the figures as they were. */
create table reconciliations (
  institution_id int not null,
  id bigint generated always as identity,
  bank_account_id bigint not null,
  through date not null,
  statement_balance bigint not null check (abs(statement_balance) <= 1000000000000000),
  book_balance bigint not null,
  -- What differed, each with its explanation, and the payments that no bank had shown.
  figures jsonb not null,
  closed_at timestamptz not null default now(),
  closed_by bigint not null references accounts,
  reopened_at timestamptz,
  reopened_by bigint references accounts,
  reopen_approved_by bigint references accounts,
  reopen_reason text check (length(reopen_reason) between 1 and 300),
  primary key (institution_id, id),
  foreign key (institution_id, bank_account_id) references bank_accounts,
  check ((reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (reopen_approved_by is null)
    and (reopened_at is null) = (reopen_reason is null))
);
create unique index reconciliations_through on reconciliations (institution_id, bank_account_id, through)
  where reopened_at is null;
select akada_institution_table('reconciliations', 'select, insert, update');

/* Why a line of a statement or an entry of the books is on one side alone. */
create table reconciliation_notes (
  institution_id int not null,
  bank_account_id bigint not null,
  kind text not null check (kind in ('line', 'entry')),
  item_id bigint not null,
  -- The other side comes later, or the item needs none: it is in both balances already.
  is_settled boolean not null,
  explanation text not null check (length(explanation) between 1 and 300),
  noted_at timestamptz not null default now(),
  noted_by bigint not null references accounts,
  -- The closed reconciliation that a settled item ended in.
  reconciliation_id bigint,
  primary key (institution_id, bank_account_id, kind, item_id),
  foreign key (institution_id, bank_account_id) references bank_accounts,
  foreign key (institution_id, reconciliation_id) references reconciliations
);
select akada_institution_table('reconciliation_notes');

/*
 * Payments whose money reaches a bank by itself and that a line of a statement can be: those that are there, and
 * cheques that wait (docs/decisions/0068). Cash is banked in lumps and waits for nothing; waivers and opening credits
 * are no money.
 */
create view payments_at_bank with (security_invoker = true) as
  select p.institution_id, p.id as payment_id, p.channel, p.status, p.day, p.amount, p.currency, p.reference, p.receipt_number
  from payments p
  where p.channel in ('transfer', 'pos', 'cheque', 'gateway') and not p.is_test
    and (p.status in ('successful', 'partly_refunded', 'refunded') or p.status = 'pending' and p.channel = 'cheque');
grant select on payments_at_bank to akada_app;

/* Payments that should reach a bank by themselves and that no statement line has shown yet. */
create view payments_unseen_at_bank with (security_invoker = true) as
  select p.institution_id, p.payment_id, p.channel, p.status, p.day, p.amount, p.currency, p.reference, p.receipt_number
  from payments_at_bank p
  where not exists (select from bank_line_payments t
    where t.institution_id = p.institution_id and t.payment_id = p.payment_id);
grant select on payments_unseen_at_bank to akada_app;

-- Holds --------------------------------------------------------------------------------------------------------------

/* What is withheld from students who owe. Who is held is never stored: it follows from balances and open invoices. */
create table hold_rules (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  -- What it withholds: words of src/features/holds/holds.ts, which later features add to.
  withholds text[] not null check (cardinality(withholds) between 1 and 20),
  -- Minor units: students who owe more are held.
  above bigint check (above between 1 and 10000000000000),
  -- What the amount is compared with: overdue, or everything owed.
  counts text not null default 'overdue' check (counts in ('overdue', 'owed')),
  -- Students whose oldest due is overdue for more days are held.
  overdue_days int check (overdue_days between 1 and 365),
  -- With an amount and days: one of them, or both.
  needs text not null default 'either' check (needs in ('either', 'both')),
  -- Only students of these. No foreign keys: a rule for a class that is deleted must not become one for everybody.
  program_ids bigint[] not null default '{}',
  class_ids bigint[] not null default '{}',
  is_on boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  check (num_nonnulls(above, overdue_days) > 0)
);
create unique index hold_rules_name on hold_rules (institution_id, lower(name));
select akada_institution_table('hold_rules');

/* A student for whom what is withheld is released until a day. The latest one that has not ended counts. */
create table hold_lifts (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  student_id bigint not null,
  lifts text[] not null check (cardinality(lifts) between 1 and 20),
  until date not null,
  -- Empty after an erasure.
  reason text check (length(reason) between 1 and 300),
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  ended_at timestamptz,
  ended_by bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students
);
create index on hold_lifts (institution_id, student_id, id);
select akada_institution_table('hold_lifts');

-- Online payments ----------------------------------------------------------------------------------------------------

/* Payments online (docs/decisions/0030): what was asked of a provider is recorded before the provider is asked. */
create table online_settings (
  institution_id int primary key references institutions,
  -- The enabled gateway; null while nobody can pay online.
  provider text check (provider in ('paystack', 'flutterwave', 'test')),
  -- Its books are for trying things out: only then may a test payment enter them, and a live one never.
  is_demonstration boolean not null default false,
  minimum bigint not null default 100000 check (minimum between 100 and 10000000000000),
  gives_accounts boolean not null default false
);
select akada_institution_table('online_settings');

/* Keys of payment providers, encrypted with the installation's key. */
create table gateway_keys (
  institution_id int not null references institutions,
  provider text not null check (provider in ('paystack', 'flutterwave', 'test')),
  mode text not null check (mode in ('test', 'live')),
  -- The settings as JSON, sealed with the installation's key.
  sealed bytea not null,
  saved_at timestamptz not null default now(),
  saved_by bigint references accounts,
  -- When the provider last accepted them.
  tested_at timestamptz,
  primary key (institution_id, provider)
);
select akada_institution_table('gateway_keys', 'select, insert, update');

/* Payments started at a payment provider, from request to receipt. */
create table online_payments (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  payment_id bigint not null,
  provider text not null check (provider in ('paystack', 'flutterwave', 'test')),
  mode text not null check (mode in ('test', 'live')),
  reference text not null check (reference ~ '^[A-Z0-9][A-Z0-9.-]{0,99}$'),
  amount bigint not null check (amount between 1 and 10000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  account_id bigint references accounts,
  status text not null default 'recorded'
    check (status in ('recorded', 'starting', 'open', 'paid', 'failed', 'abandoned', 'review', 'handled')),
  -- The provider's page, and the provider's own number of the payment.
  page text check (length(page) <= 2000),
  provider_id text check (length(provider_id) <= 40),
  -- The provider's last word, or why there was none.
  said text check (length(said) <= 300),
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  next_check_at timestamptz,
  checks int not null default 0,
  order_id bigint,
  primary key (institution_id, id),
  constraint online_payments_reference unique (institution_id, reference),
  constraint online_payments_payment unique (institution_id, payment_id),
  foreign key (institution_id, payment_id) references payments,
  foreign key (institution_id, order_id) references orders,
  constraint online_payments_payer check ((account_id is null) = (order_id is not null))
);
create index on online_payments (institution_id, account_id, id);
create index on online_payments (next_check_at) where next_check_at is not null;
create index on online_payments (institution_id, order_id, id) where order_id is not null;
select akada_institution_table('online_payments', 'select, insert, update');
grant select on online_payments to akada_gate;

/* Which payments a provider is to be asked about now, in all institutions. */
create function akada_online_due(most int) returns table (institution_id int, id bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select o.institution_id, o.id from online_payments o where o.next_check_at <= now() order by o.next_check_at limit most
$$;
alter function akada_online_due(int) owner to akada_gate;
revoke all on function akada_online_due(int) from public;
grant execute on function akada_online_due(int) to akada_app;

/* What was chosen to be paid. */
create table online_payment_items (
  institution_id int not null,
  online_payment_id bigint not null,
  invoice_id bigint not null,
  student_id bigint not null,
  amount bigint not null check (amount > 0),
  primary key (institution_id, online_payment_id, invoice_id),
  foreign key (institution_id, online_payment_id) references online_payments,
  foreign key (institution_id, invoice_id) references invoices,
  foreign key (institution_id, student_id) references students
);
select akada_institution_table('online_payment_items', 'select, insert');

/* Money that a provider reports and that was not credited by itself: a person decides. */
create table online_reviews (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  reason text not null
    check (reason in ('amount', 'currency', 'reference', 'unknown', 'late', 'reversed', 'dispute', 'account', 'recorded')),
  online_payment_id bigint,
  payment_id bigint,
  provider text not null,
  mode text not null check (mode in ('test', 'live')),
  reference text not null check (length(reference) between 1 and 300),
  provider_id text check (length(provider_id) <= 40),
  expected bigint,
  expected_currency text,
  received bigint check (received >= 0),
  received_currency text,
  -- A few words of the provider: channel, sender.
  details jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'accepted', 'handled', 'joined')),
  note text check (length(note) <= 300),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, online_payment_id) references online_payments,
  foreign key (institution_id, payment_id) references payments,
  constraint online_reviews_recorded check (reason <> 'recorded' or payment_id is not null)
);
create unique index online_reviews_once on online_reviews
  (institution_id, provider, reference, reason, coalesce(received, 0), coalesce(received_currency, ''));
create index on online_reviews (institution_id, id) where state = 'open';
create index on online_reviews (institution_id, payment_id) where reason = 'recorded';
select akada_institution_table('online_reviews', 'select, insert, update');

/* A bank account of a student's own: a transfer into it pays that student's fees. */
create table dedicated_accounts (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  student_id bigint not null,
  provider text not null,
  mode text not null check (mode in ('test', 'live')),
  customer_code text not null,
  account_number text not null,
  account_name text not null,
  bank text not null,
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, id),
  constraint dedicated_accounts_student unique (institution_id, student_id, provider, mode),
  constraint dedicated_accounts_number unique (institution_id, provider, account_number),
  foreign key (institution_id, student_id) references students
);
select akada_institution_table('dedicated_accounts', 'select, insert, update');

/* For payments: accounts of students' own, whose money the gateway credits by itself. */
create view credited_accounts with (security_invoker = true) as
  select institution_id, id, student_id, account_number from dedicated_accounts;
grant select on credited_accounts to akada_app;

/* What the test gateway itself knows, as a provider would. */
create table test_gateway_payments (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  reference text not null,
  amount bigint not null,
  currency text not null,
  return_to text not null,
  outcome text not null default 'open' check (outcome in ('open', 'paid', 'failed', 'abandoned')),
  paid bigint check (paid > 0),
  -- When the money is there: later than the click for a slow bank.
  paid_at timestamptz,
  primary key (institution_id, id),
  constraint test_gateway_payments_reference unique (institution_id, reference)
);
create index on test_gateway_payments (reference);
select akada_institution_table('test_gateway_payments');
grant select on test_gateway_payments to akada_gate;

/* Whose a reference of the test gateway is. */
create function akada_test_gateway_of(wanted text) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.institution_id from test_gateway_payments t where t.reference = wanted limit 1
$$;
alter function akada_test_gateway_of(text) owner to akada_gate;
revoke all on function akada_test_gateway_of(text) from public;
grant execute on function akada_test_gateway_of(text) to akada_app;
