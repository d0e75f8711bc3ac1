/*
 * What positions, grades and remarks go by in the last term of a session: that term, or the result of the session. And a
 * third way to count a course that is repeated: its best attempt.
 */
alter table assessment_schemes
  add last_term text not null default 'term' check (last_term in ('term', 'cumulative')),
  drop constraint assessment_schemes_repeats_check,
  add constraint assessment_schemes_repeats_check check (repeats in ('all_attempts', 'replaces', 'highest'));
