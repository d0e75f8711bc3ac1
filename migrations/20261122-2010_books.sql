/*
 * The books: double entry, append-only, in minor units (docs/decisions/0029). An entry and its lines are inserted in one
 * statement; what does not sum to zero fails at the commit, whoever wrote it.
 */
create table ledger_books (
  institution_id int primary key references institutions,
  -- Entries of this day and before are final.
  closed_through date,
  closed_at timestamptz,
  closed_by bigint references accounts
);
select akada_institution_table('ledger_books');

create table ledger_accounts (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  code text not null check (code ~ '^[0-9A-Z.-]{1,12}$'),
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('asset', 'liability', 'equity', 'income', 'expense')),
  -- What the product posts to it; null for accounts that the institution added.
  role text check (role in ('cash', 'pos', 'transfer', 'cheque', 'gateway', 'bank', 'receivable', 'credit', 'refunds',
    'suspense', 'opening', 'income', 'fine', 'discount', 'scholarship', 'waiver', 'write_off', 'difference')),
  archived_at timestamptz,
  primary key (institution_id, id),
  constraint ledger_accounts_code unique (institution_id, code)
);
create unique index ledger_accounts_role on ledger_accounts (institution_id, role) where role is not null;
create unique index ledger_accounts_name on ledger_accounts (institution_id, lower(name)) where archived_at is null;
select akada_institution_table('ledger_accounts');

create table ledger_entries (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  day date not null,
  -- The document that it posts: an entry for each source, id and part is posted once.
  source text not null check (source in ('invoice', 'credit_note', 'allocation', 'payment', 'placement', 'reversal', 'move',
    'refund', 'refund_payout', 'deposit', 'day_difference', 'manual')),
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
  foreign key (institution_id, reverses_id) references ledger_entries,
  foreign key (institution_id) references ledger_books
);
create index on ledger_entries (institution_id, day, id);
select akada_institution_table('ledger_entries', 'select, insert');

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
create function akada_check_line() returns trigger language plpgsql as $$
begin
  perform akada_check_balance(new.institution_id, new.entry_id);
  return null;
end $$;
create function akada_check_entry() returns trigger language plpgsql as $$
begin
  perform akada_check_balance(new.institution_id, new.id);
  if new.day <= (select closed_through from ledger_books where institution_id = new.institution_id) then
    raise exception 'The books are closed on %', new.day
      using errcode = 'check_violation', constraint = 'ledger_entry_open';
  end if;
  return null;
end $$;
create constraint trigger balances after insert on ledger_entries deferrable initially deferred
  for each row execute function akada_check_entry();
create constraint trigger balances after insert on ledger_lines deferrable initially deferred
  for each row execute function akada_check_line();

create function akada_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: post a reversing entry', tg_table_name
    using errcode = 'restrict_violation', constraint = 'ledger_append_only';
end $$;
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function akada_refuse_change();
create trigger append_only before update or delete or truncate on ledger_lines
  for each statement execute function akada_refuse_change();

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
grant insert on ledger_books, ledger_accounts to akada_gate;
create function akada_books_for_institution() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform akada_open_books(new.id);
  return null;
end $$;
alter function akada_books_for_institution() owner to akada_gate;
revoke all on function akada_books_for_institution() from public;
create trigger institution_opens_books after insert on institutions
  for each row execute function akada_books_for_institution();
select akada_open_books(id) from institutions order by id;

/* The currency of an institution stays as it is once something is posted. */
create function akada_keep_currency() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_entries where institution_id = new.id) then
    raise exception 'The books of institution % are in %', new.id, old.currency
      using errcode = 'unique_violation', constraint = 'institutions_currency_in_use';
  end if;
  return new;
end $$;
create trigger keep_currency before update of currency on institutions
  for each row when (old.currency <> new.currency) execute function akada_keep_currency();
