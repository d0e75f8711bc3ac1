/*
 * A course can be taught in one term of the session, as those of a college's semesters are. The term is named by its
 * place, so that next session's classes take it over with the course.
 */
alter table course_offerings add column term_position int check (term_position between 1 and 12);
