/* What an account is for, in the institution's words. */
alter table ledger_accounts add note text check (length(note) between 1 and 300);
