/* Lessons of absent teachers that somebody else takes. Nobody can be at two places: whatever was checked before. */
create table covers (
  institution_id int not null,
  id bigint generated always as identity,
  on_date date not null,
  lesson_id bigint not null,
  part_id bigint not null,
  absent_id bigint not null,
  substitute_id bigint not null,
  -- Those of the lesson, in the bells of the day.
  periods int4range not null check (not isempty(periods)),
  note text check (length(note) between 1 and 200),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  check (absent_id <> substitute_id),
  constraint covers_once unique (institution_id, on_date, lesson_id, part_id, absent_id),
  foreign key (institution_id, lesson_id) references lessons on delete cascade,
  foreign key (institution_id, part_id) references lesson_parts on delete cascade,
  foreign key (institution_id, absent_id) references employees,
  foreign key (institution_id, substitute_id) references employees,
  constraint covers_one_place exclude using gist
    (institution_id with =, substitute_id with =, on_date with =, periods with &&)
);
create index on covers (institution_id, substitute_id, on_date);
create index on covers (institution_id, absent_id, on_date);
create index on covers (institution_id, lesson_id);
create index on covers (institution_id, part_id);
create index on covers (account_id);
select akada_institution_table('covers');

/* For the timetable and the registers, which are below: who takes which part of a lesson on a day, for whom. */
create view lesson_substitutes with (security_invoker = true) as
  select institution_id, on_date, lesson_id, part_id, absent_id, substitute_id from covers;
grant select on lesson_substitutes to akada_app;

-- Institutions from before: their owners confirm which roles get the permissions for it.
update institutions i set to_confirm = array_append(to_confirm, 'cover')
where not 'cover' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded
      and r.key in ('ict_administrator', 'principal', 'registrar', 'teacher')
      and not exists (select from unnest(r.permissions) p where p ~ '^cover[.]'));
