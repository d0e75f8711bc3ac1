-- What is due in some weeks, of all students: the overview, fines and reminders.
create index on invoice_dues (institution_id, due_on, invoice_id) include (amount);
