/* For the list of students, which is below the registers: what is marked today, by the clock of each institution. */
create view marks_today with (security_invoker = true) as
  select m.institution_id, m.student_id, m.kind from institutions i join attendance_marks m
    on m.institution_id = i.id and m.on_date = (now() at time zone i.time_zone)::date;
grant select on marks_today to akada_app;
