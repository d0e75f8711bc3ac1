import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** A report and a graph that are shared with every role, a schedule of the report, and a file of it that nobody has made yet. */
export async function fillSavedReports(tx: Tx, institutionId: number, accountId: number, name: string): Promise<void> {
  await tx.execute(sql`
    with report as (insert into saved_reports (institution_id, kind, name, account_id, definition)
      select ${institutionId}, kind, ${name} || kind, ${accountId}, definition::jsonb from (values
        ('text', '{"subject":"student","fields":["surname"]}'),
        ('graph', '{"subject":"student","groups":[{"field":"gender"}],"measure":{}}')) made (kind, definition) returning id, kind),
    file as (insert into export_files (institution_id, kind, title, format, asked, account_id)
      select ${institutionId}, 'report', ${name}, 'csv', jsonb_build_object('reportId', id), ${accountId} from report where kind = 'text')
    insert into saved_report_roles (institution_id, report_id, role_id)
    select ${institutionId}, report.id, r.id from report, roles r where r.institution_id = ${institutionId}`);
  await tx.execute(sql`
    with schedule as (insert into report_schedules (institution_id, report_id, repeats, hour, account_id, next_at)
      select institution_id, id, 'daily', 7, account_id, now() + interval '1 day' from saved_reports
        where institution_id = ${institutionId} and kind = 'text' returning id)
    insert into report_schedule_recipients (institution_id, schedule_id, account_id) select ${institutionId}, id, ${accountId} from schedule`);
}
