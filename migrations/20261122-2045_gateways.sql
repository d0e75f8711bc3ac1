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

create table online_payments (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  payment_id bigint not null,
  provider text not null check (provider in ('paystack', 'flutterwave', 'test')),
  mode text not null check (mode in ('test', 'live')),
  reference text not null check (reference ~ '^[A-Z0-9][A-Z0-9.-]{0,99}$'),
  amount bigint not null check (amount between 1 and 10000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  account_id bigint not null references accounts,
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
  primary key (institution_id, id),
  constraint online_payments_reference unique (institution_id, reference),
  constraint online_payments_payment unique (institution_id, payment_id),
  foreign key (institution_id, payment_id) references payments
);
create index on online_payments (institution_id, account_id, id);
create index on online_payments (next_check_at) where next_check_at is not null;
select akada_institution_table('online_payments', 'select, insert, update');

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
    check (reason in ('amount', 'currency', 'reference', 'unknown', 'late', 'reversed', 'dispute', 'account')),
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
  state text not null default 'open' check (state in ('open', 'accepted', 'handled')),
  note text check (length(note) <= 300),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, online_payment_id) references online_payments,
  foreign key (institution_id, payment_id) references payments
);
create unique index online_reviews_once on online_reviews
  (institution_id, provider, reference, reason, coalesce(received, 0), coalesce(received_currency, ''));
create index on online_reviews (institution_id, id) where state = 'open';
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
select akada_institution_table('test_gateway_payments');
grant select on test_gateway_payments, online_payments to akada_gate;

/* Which payments a provider is to be asked about now, in all institutions. */
create function akada_online_due(most int) returns table (institution_id int, id bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select o.institution_id, o.id from online_payments o where o.next_check_at <= now() order by o.next_check_at limit most
$$;
alter function akada_online_due(int) owner to akada_gate;

/* Whose a reference of the test gateway is. */
create function akada_test_gateway_of(wanted text) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.institution_id from test_gateway_payments t where t.reference = wanted limit 1
$$;
alter function akada_test_gateway_of(text) owner to akada_gate;
revoke all on function akada_online_due(int), akada_test_gateway_of(text) from public;
grant execute on function akada_online_due(int), akada_test_gateway_of(text) to akada_app;
create index on test_gateway_payments (reference);

/* No test money in real books, whatever a verb does. */
create function akada_refuse_test_money() returns trigger language plpgsql as $$
begin
  if not exists (select from online_settings s where s.institution_id = new.institution_id and s.is_demonstration) then
    raise exception 'Institution % takes no test payments', new.institution_id
      using errcode = 'check_violation', constraint = 'payments_test_money';
  end if;
  return new;
end $$;
create trigger refuse_test_money before insert or update of is_test on payments
  for each row when (new.is_test) execute function akada_refuse_test_money();
