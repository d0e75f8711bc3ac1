/* After how many days a payment has to be seen at the bank, by channel; the product's own numbers where there is no row. */
create table bank_waits (
  institution_id int not null references institutions,
  transfer smallint not null check (transfer between 0 and 60),
  pos smallint not null check (pos between 0 and 60),
  cheque smallint not null check (cheque between 0 and 60),
  primary key (institution_id)
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
