import { sql } from 'drizzle-orm';
import { applications } from '../admissions.schema.ts';
import { ageOf, clock, hasOpenTask, missingPapers } from './application-parts.ts';

const ofIntake = (table: 'programs' | 'academic_sessions', key: string) => sql<string>`(select t.name
  from intakes i join ${sql.raw(table)} t on (t.institution_id, t.id) = (i.institution_id, ${sql.raw(`i.${key}`)})
  where i.institution_id = applications.institution_id and i.id = applications.intake_id)`;

export const programName = ofIntake('programs', 'program_id');
export const sessionName = ofIntake('academic_sessions', 'session_id');
export const className = sql<string | null>`(select c.name from classes c
  where c.institution_id = applications.institution_id and c.id = applications.class_id)`;

// A select from one table writes its columns without the table, so a subquery would take them for its own.
/** What the list shows of an application. */
export const applicationColumns = {
  id: applications.id,
  institutionId: applications.institutionId,
  number: applications.number,
  surname: applications.surname,
  firstName: applications.firstName,
  middleName: applications.middleName,
  status: applications.status,
  phone: applications.phone,
  email: applications.email,
  gender: applications.gender,
  birthDate: applications.birthDate,
  score: applications.score,
  sentOn: sql<string>`to_char(${applications.submittedAt} at time zone ${clock}, 'YYYY-MM-DD')`,
  isReturning: sql<boolean>`${applications.returningStudentId} is not null`,
  program: programName,
  session: sessionName,
  class: className,
  age: ageOf,
  missing: missingPapers,
  hasTask: hasOpenTask,
};
