import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** A report that is shared with every role. */
export async function fillSavedReports(tx: Tx, institutionId: number, accountId: number, name: string): Promise<void> {
  await tx.execute(sql`
    with report as (insert into saved_reports (institution_id, name, account_id, definition)
      values (${institutionId}, ${name}, ${accountId}, '{"subject":"student","fields":["surname"]}') returning id)
    insert into saved_report_roles (institution_id, report_id, role_id)
    select ${institutionId}, report.id, r.id from report, roles r where r.institution_id = ${institutionId}`);
}
