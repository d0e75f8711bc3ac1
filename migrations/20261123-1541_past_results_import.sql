/* Results of past years come from files, like people and opening balances. */
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check
  check (kind in ('students', 'employees', 'guardians', 'openings', 'results'));
