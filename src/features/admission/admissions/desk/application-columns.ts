import { sql } from 'drizzle-orm';

const ofIntake = (table: 'programs' | 'academic_sessions', key: string) => sql<string>`(select t.name
  from intakes i join ${sql.raw(table)} t on (t.institution_id, t.id) = (i.institution_id, ${sql.raw(`i.${key}`)})
  where i.institution_id = applications.institution_id and i.id = applications.intake_id)`;

export const programName = ofIntake('programs', 'program_id');
export const sessionName = ofIntake('academic_sessions', 'session_id');
export const className = sql<string | null>`(select c.name from classes c
  where c.institution_id = applications.institution_id and c.id = applications.class_id)`;
