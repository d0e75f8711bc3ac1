-- The optional item of the invoice that a credit note takes back: the student no longer takes it.
alter table credit_notes add particular_id bigint;
alter table credit_notes add foreign key (institution_id, particular_id) references fee_particulars;
create unique index credit_notes_item_once on credit_notes (institution_id, invoice_id, particular_id)
  where particular_id is not null;
