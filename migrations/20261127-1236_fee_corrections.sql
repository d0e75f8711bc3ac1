/* Issued invoices of a fee whose amounts were wrong, corrected together. */
alter table invoices drop constraint invoices_kind_check, drop constraint invoices_check1;
alter table invoices add constraint invoices_kind_check
    check (kind in ('fee', 'item', 'single', 'fine', 'opening', 'correction')),
  add constraint invoices_of_fee check ((kind in ('fee', 'item', 'correction')) = (fee_id is not null)),
  -- The invoice that it adds to.
  add constraint invoices_correction_parent check (kind <> 'correction' or parent_id is not null);
create index invoices_corrections on invoices (institution_id, parent_id) where kind = 'correction';

create table fee_corrections (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  fee_id bigint not null,
  reason text not null check (length(reason) between 1 and 300),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, fee_id) references fees
);
create index on fee_corrections (institution_id, fee_id, id);
select akada_institution_table('fee_corrections');

/* What each item of an invoice cost before and costs since. */
create table fee_correction_items (
  institution_id int not null,
  correction_id bigint not null,
  invoice_id bigint not null,
  -- As in the lines of invoices: an item that a fee has lost stays.
  particular_id bigint not null,
  was bigint not null check (was > 0),
  becomes bigint not null check (becomes > 0),
  primary key (institution_id, correction_id, invoice_id, particular_id),
  foreign key (institution_id, correction_id) references fee_corrections,
  foreign key (institution_id, invoice_id) references invoices
);
create index on fee_correction_items (institution_id, invoice_id, particular_id);
select akada_institution_table('fee_correction_items', 'select, insert');

/* The credit notes and invoices that correct an invoice. */
create table fee_correction_documents (
  institution_id int not null,
  id bigint generated always as identity,
  correction_id bigint not null,
  invoice_id bigint not null,
  credit_note_id bigint,
  added_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, correction_id) references fee_corrections,
  foreign key (institution_id, invoice_id) references invoices,
  foreign key (institution_id, credit_note_id) references credit_notes,
  foreign key (institution_id, added_id) references invoices,
  check (num_nonnulls(credit_note_id, added_id) = 1)
);
create index on fee_correction_documents (institution_id, correction_id);
create index on fee_correction_documents (institution_id, invoice_id);
select akada_institution_table('fee_correction_documents', 'select, insert');
