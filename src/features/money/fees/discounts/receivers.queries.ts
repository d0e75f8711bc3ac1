import { sql } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import { query, render, type Db } from '#kernel/database.ts';

/** The ids of everyone who could be billed. */
export async function enrolledStudents(db: Db, institutionId: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    render(sql`select id from students where institution_id = ${institutionId}
    and status in ('active', 'suspended') and merged_into_id is null order by id`),
  );
  return rows.map(({ id }) => id);
}

export interface Receiver {
  id: number;
  name: string;
  number: string;
  batch: string | null;
}

/** How many receivers the page of a discount names. */
const receiversShown = 100;

/** The first of these students by name. */
export async function receiversNamed(db: Db, institutionId: number, studentIds: number[]): Promise<Receiver[]> {
  const { rows } = await bounded(receiversShown, async (limit) => {
    const found = await query<Receiver>(
      db,
      render(sql`
      select s.id, s.surname || ', ' || s.first_name as name, s.admission_number as number, s.batch_name as batch
      from students s where s.institution_id = ${institutionId} and s.id = any (${sql.param(studentIds)}::bigint[])
      order by s.sort_name, s.id limit ${limit}`),
    );
    return found;
  });
  return rows;
}
