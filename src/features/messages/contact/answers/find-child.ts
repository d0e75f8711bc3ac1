import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';

export interface AskedChild {
  studentId: number;
  guardianId: number;
  name: string;
  school: string;
  currency: string;
}

/**
 * The student with the admission number, if the number that asks is of one of the student's guardians, and guardians may
 * see this in the institution. Null for everything else.
 */
export async function findChild(
  db: Db,
  institutionId: number,
  {
    address,
    number,
    permission,
  }: { address: string; number: string; permission: 'fees.viewSelf' | 'results.viewSelf' },
): Promise<AskedChild | null> {
  const [child] = await query<AskedChild>(
    db,
    sql`select s.id::int as "studentId", g.id::int as "guardianId", concat_ws(' ', s.first_name, s.surname) as name,
        i.name as school, i.currency
      from students s
      join institutions i on i.id = s.institution_id
      join student_guardians l on (l.institution_id, l.student_id) = (s.institution_id, s.id)
      join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id)
      where s.institution_id = ${institutionId} and s.admission_number in (${number}, upper(${number}))
        and s.merged_into_id is null and g.merged_into_id is null and ${address} in (g.mobile, g.phone)
        and exists (select from roles r where r.institution_id = ${institutionId} and r.key = 'guardian'
          and r.permissions @> array[${permission}]::text[])
      order by s.admission_number = ${number} desc, l.position, g.id limit 1`,
  );
  return child ?? null;
}
