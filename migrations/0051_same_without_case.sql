-- Codes and names that differ in nothing but capitals are one to everybody who reads them.

-- Forced row-level security would hide the rows from an owner who is no superuser.
alter table programs no force row level security;
alter table classes no force row level security;
alter table courses no force row level security;
alter table audit_entries no force row level security;

-- Of doubles that are there already, each later one gets a number: 'eng' beside 'ENG' becomes 'eng (2)'.
do $$
declare
  place record;
  double record;
  nth int;
  other text;
  is_taken boolean;
begin
  for place in select * from (values
      ('programs', 'program', 'code', 20, ''), ('programs', 'program', 'name', 120, ''),
      ('classes', 'class', 'name', 80, ', program_id'), ('courses', 'course', 'code', 20, ''))
      as p(relation, subject, field, longest, within) loop
    for double in execute format(
        'select institution_id, id, %1$I as word from (
           select *, row_number() over (partition by institution_id%2$s, lower(%1$I) order by id) as nth from %3$I) d
         where nth > 1 order by institution_id, id', place.field, place.within, place.relation) loop
      nth := 1;
      loop
        nth := nth + 1;
        other := left(double.word, place.longest - length(format(' (%s)', nth))) || format(' (%s)', nth);
        execute format('select exists (select from %I where institution_id = $1 and lower(%I) = lower($2))', place.relation, place.field)
          into is_taken using double.institution_id, other;
        exit when not is_taken;
      end loop;
      execute format('update %I set %I = $1 where (institution_id, id) = ($2, $3)', place.relation, place.field)
        using other, double.institution_id, double.id;
      insert into audit_entries (institution_id, person, action, subject_type, subject_id, summary, details)
      values (double.institution_id, 'Akada', format('structure.edit%s', initcap(place.subject)), place.subject, double.id,
        format('renamed %s to %s: another %s was called the same in other capitals', double.word, other, place.subject),
        jsonb_build_object('changes', jsonb_build_object(place.field, jsonb_build_object('from', double.word, 'to', other))));
    end loop;
  end loop;
end $$;

alter table programs force row level security;
alter table classes force row level security;
alter table courses force row level security;
alter table audit_entries force row level security;

alter table programs drop constraint if exists programs_institution_id_code_key,
  drop constraint if exists programs_institution_id_name_key;
alter table classes drop constraint if exists classes_institution_id_program_id_name_key;
alter table courses drop constraint if exists courses_institution_id_code_key;
create unique index programs_code on programs (institution_id, lower(code));
create unique index programs_name on programs (institution_id, lower(name));
create unique index classes_name on classes (institution_id, program_id, lower(name));
create unique index courses_code on courses (institution_id, lower(code));
