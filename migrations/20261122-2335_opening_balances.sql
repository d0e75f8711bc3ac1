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

alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('students', 'employees', 'guardians', 'openings'));
-- What the rows of a checked file of opening balances sum to.
alter table imports add amounts jsonb not null default '{}';
