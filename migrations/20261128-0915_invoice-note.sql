-- Area: money
-- Printed on the bill, for the parents.
alter table invoices add note text check (length(note) between 1 and 300);
