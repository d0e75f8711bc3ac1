/* Orders: sales to people without an account (docs/decisions/0033). An order has payments, and no student. */
create table orders (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  number int not null check (number > 0),
  kind text not null check (kind in ('pins', 'application', 'acceptance')),
  status text not null default 'created' check (status in ('created', 'paid', 'fulfilled', 'failed', 'expired', 'refunded')),
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
  buyer_search text collate "C" generated always as (akada_searchable(buyer_name)) stored,
  primary key (institution_id, id),
  constraint orders_number unique (institution_id, number),
  foreign key (institution_id, pin_kind_id) references pin_kinds,
  foreign key (institution_id, seller_id) references pin_sellers,
  foreign key (institution_id, payment_id) references payments,
  check ((kind = 'pins') = (pin_kind_id is not null)),
  check ((kind = 'pins') = (application_id is null)),
  check (amount = unit_price * quantity),
  check (status not in ('paid', 'fulfilled') or payment_id is not null),
  check ((fulfilled_at is not null) <= (payment_id is not null))
);
create index on orders (institution_id, status, id);
create index on orders (institution_id, created_at, id);
create index on orders (institution_id, buyer_search) where buyer_search is not null;
create index on orders (institution_id, application_id) where application_id is not null;
create index on orders (institution_id, pin_kind_id, id) where pin_kind_id is not null;
create index on orders (expires_at) where status = 'created';
select akada_institution_table('orders');

alter table pins add foreign key (institution_id, order_id) references orders;

/* A payment of an order has no shares and is not in suspense. */
alter table payments add column order_id bigint;
alter table payments add foreign key (institution_id, order_id) references orders,
  add constraint payments_order check (order_id is null or not in_suspense);
create index on payments (institution_id, order_id) where order_id is not null;

/* Its refund is nobody's share. */
alter table refunds alter column student_id drop not null;

/* A buyer has no account. */
alter table online_payments alter column account_id drop not null;
alter table online_payments add column order_id bigint;
alter table online_payments add foreign key (institution_id, order_id) references orders,
  add constraint online_payments_payer check ((account_id is null) = (order_id is not null));
create index on online_payments (institution_id, order_id, id) where order_id is not null;

/* The message with the link of an order is for its buyer alone. */
alter table outbox drop constraint outbox_key_kind_check;
alter table outbox add constraint outbox_key_kind_check check (key_kind in ('invitation', 'reset', 'order'));

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
grant select on orders to akada_gate;

/* The books: what buyers have paid for and not yet got, and three kinds of income. */
alter table ledger_accounts drop constraint ledger_accounts_role_check;
alter table ledger_accounts add constraint ledger_accounts_role_check check (role in ('cash', 'pos', 'transfer', 'cheque',
  'gateway', 'bank', 'receivable', 'credit', 'refunds', 'suspense', 'opening', 'income', 'fine', 'discount', 'scholarship',
  'waiver', 'write_off', 'difference', 'orders', 'pin_sales', 'application_fees', 'acceptance_fees'));
alter table ledger_entries drop constraint ledger_entries_source_check;
alter table ledger_entries add constraint ledger_entries_source_check check (source in ('invoice', 'credit_note', 'allocation',
  'payment', 'placement', 'reversal', 'move', 'refund', 'refund_payout', 'deposit', 'day_difference', 'manual', 'order'));

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
grant select on ledger_accounts to akada_gate;

create or replace function akada_books_for_institution() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform akada_open_books(new.id);
  perform akada_add_order_accounts(new.id);
  return null;
end $$;
select akada_add_order_accounts(id) from institutions order by id;
