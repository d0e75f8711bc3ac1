/* What was noted about a student goes from corrections with the data of the student; published results have no names. */
grant update (was, entered) on result_correction_notes to akada_app;
