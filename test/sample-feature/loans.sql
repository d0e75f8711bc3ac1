create table book_loans (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  student_id bigint not null,
  title text not null check (length(title) between 1 and 200),
  due_on date not null,
  returned_on date,
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students
);
create index on book_loans (institution_id, student_id);
select akada_institution_table('book_loans');
