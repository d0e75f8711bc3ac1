/* What students owe and pay. Rows are changed by verbs only; the checks hold whatever the verbs do. */

create table invoices (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  number int not null check (number > 0),
  student_id bigint not null,
  kind text not null check (kind in ('fee', 'item', 'single', 'fine', 'opening')),
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
  check (settled + credited <= total),
  check ((kind in ('fee', 'item')) = (fee_id is not null)),
  check ((kind = 'item') = (particular_id is not null)),
  check ((kind = 'fine') = (parent_id is not null and fine_for is not null))
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
select akada_institution_table('invoices');

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
  foreign key (institution_id, ledger_account_id) references ledger_accounts
);
select akada_institution_table('invoice_lines', 'select, insert');

/* When it is due: amounts that sum to its total. */
create table invoice_dues (
  institution_id int not null,
  invoice_id bigint not null,
  position smallint not null,
  due_on date not null,
  amount bigint not null check (amount >= 0),
  primary key (institution_id, invoice_id, position),
  foreign key (institution_id, invoice_id) references invoices
);
select akada_institution_table('invoice_dues', 'select, insert');

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
  primary key (institution_id, id),
  constraint credit_notes_number unique (institution_id, number),
  foreign key (institution_id, invoice_id) references invoices,
  foreign key (institution_id, student_id) references students
);
create index on credit_notes (institution_id, invoice_id);
create index on credit_notes (institution_id, student_id, id);
select akada_institution_table('credit_notes', 'select, insert');

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
  primary key (institution_id, id),
  check ((approved_at is null) = (approved_by is null)),
  check (approved_at is null or closed_at is not null),
  check (approved_by <> account_id)
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
  primary key (institution_id, day_id, channel),
  foreign key (institution_id, day_id) references cashier_days
);
select akada_institution_table('cashier_counts', 'select, insert');

create table payments (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  channel text not null check (channel in ('cash', 'transfer', 'pos', 'cheque', 'gateway', 'waiver', 'opening')),
  -- The gateway, the bank of a statement; empty for what a cashier types.
  provider text not null default '' check (length(provider) <= 40),
  reference text check (length(reference) between 1 and 100),
  -- Counts payments that somebody confirmed to be different ones with the same reference.
  reference_again smallint not null default 0,
  status text not null check (status in ('pending', 'successful', 'failed', 'abandoned', 'partly_refunded', 'refunded', 'reversed')),
  amount bigint not null check (amount between 1 and 10000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The day of the money, in the institution's zone; it becomes that of the ledger entry.
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
  -- Money nobody could place waits in suspense until it has shares.
  in_suspense boolean not null default false,
  ended_at timestamptz,
  ended_by bigint references accounts,
  end_reason text check (length(end_reason) <= 300),
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  constraint payments_receipt unique (institution_id, receipt_number),
  constraint payments_code unique (institution_id, code),
  foreign key (institution_id, cashier_day_id) references cashier_days,
  check (receipt_number is null or status in ('successful', 'partly_refunded', 'refunded', 'reversed')),
  check ((receipt_number is null) = (receipt_at is null))
);
create unique index payments_reference on payments (institution_id, channel, provider, lower(reference), reference_again)
  where reference is not null;
create index on payments (institution_id, day, id);
create index on payments (institution_id, cashier_day_id, channel) where cashier_day_id is not null;
create index on payments (institution_id, status, id) where status <> 'successful';
create index on payments (institution_id, id) where in_suspense;
create index on payments (institution_id, account_id, id);
select akada_institution_table('payments');

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

create table refunds (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  payment_id bigint not null,
  student_id bigint not null,
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
  primary key (institution_id, id),
  foreign key (institution_id, payment_id, student_id) references payment_shares,
  check ((paid_at is null) = (channel is null))
);
create index on refunds (institution_id, payment_id);
create index on refunds (institution_id, id) where paid_at is null;
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
