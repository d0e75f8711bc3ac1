/* Where registers are taken by lesson: minutes after its end by which the register of a lesson is due. */
alter table attendance_rules add column lesson_minutes int not null default 15 check (lesson_minutes between 0 and 240);
