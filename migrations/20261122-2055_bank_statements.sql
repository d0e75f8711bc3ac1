/* The school's accounts at banks, and the lines of their statements. */
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
  primary key (institution_id, id),
  -- A line never counts twice.
  constraint bank_lines_once unique (institution_id, bank_account_id, fingerprint, ordinal),
  foreign key (institution_id, bank_account_id) references bank_accounts,
  foreign key (institution_id, statement_id) references bank_statements,
  foreign key (institution_id, payment_id) references payments,
  foreign key (institution_id, student_id) references students,
  check ((state = 'open') = (settled_at is null)),
  check (state not in ('matched', 'received', 'suspense') or payment_id is not null),
  check (state <> 'open' or (strength is null) = (payment_id is null and student_id is null))
);
-- A payment is seen at the bank once.
create unique index bank_lines_payment on bank_lines (institution_id, payment_id)
  where state in ('matched', 'received', 'suspense');
create index on bank_lines (institution_id, statement_id, id);
create index on bank_lines (institution_id, bank_account_id, id) where state = 'open';
create index on bank_lines (institution_id, student_id) where student_id is not null;
select akada_institution_table('bank_lines');
