import { sql } from 'drizzle-orm';

export interface StudentToBill {
  id: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  admissionNumber: string;
  batch: string | null;
  status: string;
}

/** A student `s`, as these tables show one. */
export const named = sql`s.id, s.surname, s.first_name as "firstName", s.middle_name as "middleName",
  s.admission_number as "admissionNumber", s.batch_name as batch, s.status`;
