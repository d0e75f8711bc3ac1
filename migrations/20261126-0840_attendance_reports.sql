/* Reports page by ids. */
alter table attendance_marks add column id bigint generated always as identity;
create unique index attendance_marks_id on attendance_marks (institution_id, id);
alter table attendance_totals add column id bigint generated always as identity;
create unique index attendance_totals_id on attendance_totals (institution_id, id);
