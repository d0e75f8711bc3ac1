/* What students owe, as the features below the books may know it: from the balance that all pages show. */
create view student_debts with (security_invoker = true) as
  select b.institution_id, b.student_id, b.owed from student_balances b where b.owed > 0;
grant select on student_debts to akada_app;

/* The bank accounts that families are shown: those in force, each agreed to by a second person (docs/decisions/0063). */
create view accounts_to_pay with (security_invoker = true) as
  select a.institution_id, a.id, a.name, a.bank, a.number from bank_accounts a where a.archived_at is null;
grant select on accounts_to_pay to akada_app;
