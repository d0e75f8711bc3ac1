/* The latest change of a course's marks is the end of an index; before, all of them were read for it. */
create index on mark_changes (institution_id, term_id, course_id, id);
drop index mark_changes_institution_id_term_id_course_id_idx;
