import { sql } from 'drizzle-orm';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { query, type Tx } from '#kernel/database.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { notify } from '#kernel/notify.ts';
import { askedRules, ReportDefinition } from '../engine/definition.ts';
import { reportRegistry } from '../engine/registry.ts';
import type { reportSchedules, savedReports } from '../reports.schema.ts';
import { holds, isReader } from './readers.ts';
import { whenText } from './when.ts';

interface Sending {
  schedule: typeof reportSchedules.$inferSelect;
  report: typeof savedReports.$inferSelect;
  /** The base of links; null while nobody knows it, and there are notifications alone. */
  origin: string | null;
  parts: Required<ReportParts>;
}

interface Recipient {
  id: string;
  email: string | null;
  mayExport: boolean;
}

/**
 * Links to a report for those of its recipients who can open it now. They carry the report’s name and no data: each
 * reader signs in, and the report is run with their own rights.
 */
export async function sendLinks(tx: Tx, { schedule, report, origin, parts }: Sending): Promise<number> {
  const { institutionId } = schedule;
  const definition = ReportDefinition.safeParse(report.definition);
  const subject = reportRegistry(parts).get(report.definition.subject)?.subject;
  const isAsking = definition.success && askedRules(definition.data.filters).length > 0;
  const recipients = await query<Recipient>(
    tx,
    sql`select a.id::text as id, a.email, ${subject ? holds(institutionId, subject.exporting) : sql`false`} as "mayExport"
      from accounts a where ${isReader({ institutionId, id: report.id })}
        and exists (select from report_schedule_recipients x where x.institution_id = ${institutionId} and x.schedule_id = ${schedule.id}
          and (x.account_id = a.id or exists (select from memberships m where m.institution_id = x.institution_id
            and m.role_id = x.role_id and m.account_id = a.id and m.suspended_at is null)))
      order by a.id`,
  );
  const [school] = await query<{ name: string }>(tx, sql`select name from institutions where id = ${institutionId}`);
  const page = `/reports/${report.id}`;
  await notify(tx, {
    institutionId,
    to: recipients.map(({ id }) => Number(id)),
    kind: 'reports.scheduled',
    href: page,
    title: `Your report “${report.name}”`,
    body: whenText(schedule),
  });
  const textFor = ({ mayExport }: Recipient) =>
    [
      `The report “${report.name}” of ${school!.name} is ready for you.`,
      `Open it: ${origin}${page}`,
      ...(mayExport && !isAsking ? [`Download it as PDF, as of now: ${origin}${page}/rows.pdf`] : []),
      `You sign in first, and see the records that you have access to. ${whenText(schedule)}.`,
    ].join('\n\n');
  if (origin)
    await queueMessages(
      tx,
      institutionId,
      recipients.flatMap((recipient) =>
        recipient.email
          ? [
              {
                channel: 'email' as const,
                recipient: recipient.email,
                subject: `${report.name}, ${school!.name}`,
                body: textFor(recipient),
                event: 'reports.scheduled',
                accountId: Number(recipient.id),
              },
            ]
          : [],
      ),
    );
  return recipients.length;
}
