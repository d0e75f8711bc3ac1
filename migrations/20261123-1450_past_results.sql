/*
 * Results from before the product, or of another school: terms of past years, course by course, so that transcripts
 * begin at the beginning. They are imported and removed as a whole, never edited.
 */
create table past_terms (
  institution_id int not null,
  id bigint generated always as identity,
  student_id bigint not null,
  import_id bigint,
  -- '2021/2022', and the year in which it began.
  session text not null check (length(session) between 1 and 60),
  year int not null check (year between 1900 and 2200),
  term text not null check (length(term) between 1 and 60),
  -- Of the term in its session.
  position int not null check (position between 1 and 12),
  -- The class or level of that time, as it was called.
  class_name text check (length(class_name) between 1 and 120),
  system text not null check (system in ('average', 'gpa')),
  -- Hundredths of a mark, where the school had worked it out; else it is the mean of the totals.
  average int check (average between 0 and 10000),
  rank int check (rank > 0),
  rank_of int check (rank_of >= rank),
  primary key (institution_id, id),
  unique (institution_id, student_id, year, position),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, import_id) references imports on delete set null (import_id)
);
create index on past_terms (institution_id, import_id) where import_id is not null;
select akada_institution_table('past_terms');

create table past_results (
  institution_id int not null,
  past_term_id bigint not null,
  -- As they were then; the code tells the same course in two terms.
  code text not null check (length(code) between 1 and 20),
  title text not null check (length(title) between 1 and 160),
  units int not null default 1 check (units between 0 and 60),
  -- Hundredths of a mark. Old records can have a grade alone.
  total int check (total between 0 and 10000),
  grade text check (length(grade) between 1 and 10),
  -- Hundredths of a grade point.
  points int check (points between 0 and 10000),
  passed boolean not null,
  primary key (institution_id, past_term_id, code),
  foreign key (institution_id, past_term_id) references past_terms on delete cascade,
  check (total is not null or grade is not null)
);
select akada_institution_table('past_results');
