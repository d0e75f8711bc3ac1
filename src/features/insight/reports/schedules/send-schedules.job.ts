import { and, sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { render, type Database, type Tx, query, hasKey } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { countOf } from '#ui/format.ts';
import { reportSchedules, savedReports } from '../reports.schema.ts';
import { nextRun, stopReason, stopSchedule } from './change-schedules.ts';
import { sendLinks } from './recipients.ts';

interface Services {
  database: Database;
  environment: { publicUrl?: string };
  product: { reports: Required<ReportParts> };
}

/** Sends scheduled reports when their hour has come. */
export const sendSchedulesEveryFiveMinutes: Job<Services> = {
  queue: 'reports.schedules',
  cron: '*/5 * * * *',
  work: (services, _data, signal) => sendSchedules(services, signal),
};

export async function sendSchedules({ database, environment, product }: Services, signal?: AbortSignal): Promise<void> {
  const origin = environment.publicUrl ?? (await storedOrigin(database));
  const rows = await database.anonymous(
    (tx) => query<{ id: number }>(tx, render)`select akada_report_schedules_due() as id`,
  );
  const failures: unknown[] = [];
  for (const { id: institutionId } of rows) {
    const due = await database.asSystem(
      [institutionId],
      (tx) =>
        query<{ id: number }>(tx)`
        select id from report_schedules where institution_id = ${institutionId} and stopped_at is null and next_at <= now() order by next_at, id`,
    );
    for (const { id } of due) {
      if (signal?.aborted) return;
      try {
        await database.asSystem([institutionId], (tx) =>
          sendDue(tx, { institutionId, id: Number(id), origin, parts: product.reports }),
        );
      } catch (error) {
        failures.push(error);
      }
    }
  }
  // One that fails doesn't keep the others waiting, and the job is known to have failed.
  if (failures.length > 0) throw new AggregateError(failures, 'Scheduled reports could not be sent.');
}

async function storedOrigin(database: Database): Promise<string | null> {
  const [row] = await database.anonymous(
    (tx) => query<{ origin: string | null }>(tx)`select akada_addresses() ->> 'publicUrl' as origin`,
  );
  return row!.origin;
}

interface Due {
  institutionId: number;
  id: number;
  origin: string | null;
  parts: Required<ReportParts>;
}

/** Sends one and sets it to its next time, in one transaction: what another process has sent isn’t due any more. */
async function sendDue(tx: Tx, { institutionId, id, origin, parts }: Due): Promise<void> {
  const isIt = hasKey(reportSchedules, institutionId, id);
  const [due] = await tx
    .select()
    .from(reportSchedules)
    .where(and(isIt, sql`stopped_at is null and next_at <= now()`))
    .for('update');
  if (!due) return;
  const [report] = await tx
    .select()
    .from(savedReports)
    .where(hasKey(savedReports, institutionId, due.reportId));
  const reason = await stopReason(tx, due);
  if (reason) return stopSchedule(tx, due, report!.name, reason);
  const sent = await sendLinks(tx, { schedule: due, report: report!, origin, parts });
  await tx
    .update(reportSchedules)
    .set({ lastAt: sql`now()`, nextAt: nextRun(reportSchedules.institutionId, reportSchedules) })
    .where(isIt);
  await record(tx, systemActor(institutionId, 'Scheduled reports'), 'reports.send', {
    institutionId,
    summary: `sent the link to the report “${report!.name}” to ${countOf(sent, 'person', 'people')}`,
    subject: { type: 'saved_report', id: due.reportId },
  });
}
