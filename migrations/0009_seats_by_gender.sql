-- How many girls and boys sit in each batch is read from the index alone, however wide a student's row has grown.
drop index students_by_batch;
create index students_by_batch on students (institution_id, batch_id, sort_name, id) include (gender);
