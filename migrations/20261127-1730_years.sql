/* Years of four digits (5.3): when an institution was established, and when an employee graduated. */
alter table institutions add established_year int check (established_year between 1800 and 2200);
alter table employees add graduation_year int check (graduation_year between 1900 and 2200);

/* The view has the columns that the table had when it was made. */
create or replace view findable_employees as
  select * from employees where institution_id = any ((select akada_institutions())::int[]);
