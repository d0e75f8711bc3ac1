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

-- Forced row-level security would hide the rows from an owner who is no superuser.
alter table bank_lines no force row level security;
insert into bank_line_payments (institution_id, payment_id, line_id)
select institution_id, payment_id, id from bank_lines where state in ('matched', 'received', 'suspense');
alter table bank_lines force row level security;
select akada_institution_table('bank_line_payments');

drop index bank_lines_payment;
create index on bank_lines (institution_id, payment_id) where payment_id is not null;
alter table bank_lines
  -- Each time it is undone, it is posted anew.
  add column turn smallint not null default 1 check (turn > 0),
  -- A lump has no single payment.
  drop constraint bank_lines_check1,
  add constraint bank_lines_payment check (state not in ('received', 'suspense') or payment_id is not null);

/* For payments: accounts of students' own, whose money the gateway credits by itself. */
create view credited_accounts with (security_invoker = true) as
  select institution_id, id, student_id, account_number from dedicated_accounts;
grant select on credited_accounts to akada_app;
