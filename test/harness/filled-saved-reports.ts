import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** A report that is shared with every role and sent to its owner every day, and a file of it that nobody has made yet. */
export async function fillSavedReports(tx: Tx, institutionId: number, accountId: number, name: string): Promise<void> {
  await tx.execute(sql`
    with report as (insert into saved_reports (institution_id, name, account_id, definition)
      values (${institutionId}, ${name}, ${accountId}, '{"subject":"student","fields":["surname"]}') returning id),
    file as (insert into export_files (institution_id, kind, title, format, asked, account_id)
      select ${institutionId}, 'report', ${name}, 'csv', jsonb_build_object('reportId', id), ${accountId} from report)
    insert into saved_report_roles (institution_id, report_id, role_id)
    select ${institutionId}, report.id, r.id from report, roles r where r.institution_id = ${institutionId}`);
  await tx.execute(sql`
    with schedule as (insert into report_schedules (institution_id, report_id, repeats, hour, account_id, next_at)
      select institution_id, id, 'daily', 7, account_id, now() + interval '1 day' from saved_reports where institution_id = ${institutionId} returning id)
    insert into report_schedule_recipients (institution_id, schedule_id, account_id) select ${institutionId}, id, ${accountId} from schedule`);
}
