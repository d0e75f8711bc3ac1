/* A weak proposal of a line can be several students of one name, who are found again when it is opened. */
alter table bank_lines drop constraint bank_lines_check2,
  add constraint bank_lines_proposal check (state <> 'open'
    or case when strength is null then payment_id is null and student_id is null
      else strength = 'weak' and reason is not null or payment_id is not null or student_id is not null end);
