/* How much one person may take off debts alone in a term; a missing row: nothing. */
create table fee_settings (
  institution_id int not null primary key references institutions,
  alone_limit bigint not null default 0 check (alone_limit between 0 and 10000000000000)
);
select akada_institution_table('fee_settings');

/* Who agreed to what was taken off a debt; null: nobody was asked. */
alter table credit_notes add column agreed_by bigint references accounts;
alter table payments add column agreed_by bigint references accounts;
alter table discount_students add column given_by bigint references accounts, add column agreed_by bigint references accounts;

/* An approval and what it allowed were written in one transaction, at the same moment. */
update credit_notes c set agreed_by = a.decided_by from approvals a
  where a.institution_id = c.institution_id and a.decided_at = c.created_at and a.outcome in ('approved', 'completed')
    and a.kind in ('fees.credit', 'fees.cancel', 'fees.waive');
update payments p set agreed_by = a.decided_by from approvals a
  where p.channel = 'waiver' and a.institution_id = p.institution_id and a.decided_at = p.created_at
    and a.outcome in ('approved', 'completed') and a.kind = 'fees.waive';

create index on credit_notes (institution_id, day);

/* Who agreed that an import of opening balances is taken back. */
alter table imports add column undo_agreed_by bigint references accounts;
