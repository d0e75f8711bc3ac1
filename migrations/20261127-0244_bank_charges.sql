/* Charges of the bank: an account for them, and narrations whose account is remembered. */
alter table ledger_accounts drop constraint ledger_accounts_role_check;
alter table ledger_accounts add constraint ledger_accounts_role_check check (role in ('cash', 'pos', 'transfer', 'cheque',
  'gateway', 'bank', 'receivable', 'credit', 'refunds', 'suspense', 'opening', 'income', 'fine', 'discount', 'scholarship',
  'waiver', 'write_off', 'difference', 'orders', 'pin_sales', 'application_fees', 'acceptance_fees', 'bank_charges'));

/* Gives an institution the account; the code or name of one that it has added itself gets a letter or word more. */
create function akada_add_bank_charges(institution int) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  insert into ledger_accounts (institution_id, code, name, kind, role)
  select institution,
    case when exists (select from ledger_accounts a where a.institution_id = institution and a.code = '5050')
      then '5050-A' else '5050' end,
    case when exists (select from ledger_accounts a where a.institution_id = institution
        and lower(a.name) = 'bank charges' and a.archived_at is null)
      then 'Bank charges (statements)' else 'Bank charges' end, 'expense', 'bank_charges'
$$;
alter function akada_add_bank_charges(int) owner to akada_gate;
revoke all on function akada_add_bank_charges(int) from public;

create or replace function akada_books_for_institution() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform akada_open_books(new.id);
  perform akada_add_order_accounts(new.id);
  perform akada_add_bank_charges(new.id);
  return null;
end $$;
select akada_add_bank_charges(id) from institutions order by id;

create table bank_posting_rules (
  institution_id int not null references institutions,
  -- In small letters without digits, as akada_plain_words makes them.
  words text not null check (words ~ '^[a-z]+( [a-z]+)*$' and length(words) between 4 and 80),
  ledger_account_id bigint not null,
  primary key (institution_id, words),
  foreign key (institution_id, ledger_account_id) references ledger_accounts
);
select akada_institution_table('bank_posting_rules');

/* The words of a narration: 'SMS ALERT-0926' and 'sms alert 1026' are the same. */
create function akada_plain_words(value text) returns text language sql stable parallel safe
as $$ select trim(regexp_replace(akada_searchable(value), '[^a-z]+', ' ', 'g')) $$;

-- The account that is proposed while a line is open, afterwards the one that it was posted to.
alter table bank_lines add column posting_account_id bigint,
  add foreign key (institution_id, posting_account_id) references ledger_accounts;
create index on bank_lines (institution_id, statement_id, id) where state = 'open' and posting_account_id is not null;
