import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** Leave that somebody asks for. */
export async function fillLeave(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`insert into leave_requests (institution_id, employee_id, type_id, starts_on, ends_on, days)
    select ${institutionId}, max(e.id), min(t.id), '2027-08-02', '2027-08-02', 1
    from employees e join leave_types t on t.institution_id = e.institution_id where e.institution_id = ${institutionId}`);
}
