/* The first count of a day stays; a recount stands beside it. */
alter table cashier_counts add column turn smallint not null default 1 check (turn in (1, 2));
alter table cashier_counts drop constraint cashier_counts_pkey;
alter table cashier_counts add primary key (institution_id, day_id, turn, channel);

alter table cashier_days add column recounted_at timestamptz;
alter table cashier_days add column recount_denominations jsonb;
alter table cashier_days add column recount_remark text check (length(recount_remark) <= 500);
alter table cashier_days add check (recounted_at is null or closed_at is not null);

/* What was missing or left over in a channel of an approved day, with the person who answers for it, until it is explained. */
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
