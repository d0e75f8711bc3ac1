/* Where the school allows it, staff go outside the unit limits for a student, with a reason. */
alter table registration_periods
  add column allows_override boolean not null default false,
  -- Closed before its last day.
  add column closed_on date;

alter table course_registrations
  -- Who entered the last submission for the student, from a paper form; null if it was the student.
  add column entered_by bigint references accounts,
  -- Why it is outside the limits.
  add column override_reason text check (length(override_reason) between 1 and 300),
  add check (override_reason is null or entered_by is not null);
create index on course_registrations (entered_by) where entered_by is not null;
