/* Opening balances with credit are released by a second person: who it was, and how much credit was agreed on. */
alter table imports
  add column approved_by bigint references accounts,
  add column approved_credit bigint not null default 0 check (approved_credit >= 0);
