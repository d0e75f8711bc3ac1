import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { savedReports } from '../reports.schema.ts';
import { lockReport } from './find-report.ts';
import { nameTaken } from './save-report.ts';

const longestName = 80;

/** Copies a report that the actor can run. The copy is the actor’s own and not shared. */
export async function copyReport(tx: Tx, actor: Actor, reportId: number) {
  const { institutionId, kind, name: original, description, definition } = await lockReport(tx, actor, reportId);
  allow(actor, 'reports.create', institutionId);
  const accountId = actor.accountId!;
  const own = await tx
    .select({ name: sql<string>`lower(${savedReports.name})` })
    .from(savedReports)
    .where(and(eq(savedReports.institutionId, institutionId), eq(savedReports.accountId, accountId)));
  const name = freeName(original, new Set(own.map((report) => report.name)));
  const [copy] = await refuseDuplicate(
    tx
      .insert(savedReports)
      .values({ institutionId, kind, name, description, definition, accountId })
      .returning({ id: savedReports.id }),
    nameTaken,
  );
  await record(tx, actor, 'reports.copy', {
    institutionId,
    summary: `copied the report “${original}” as “${name}”`,
    subject: { type: 'saved_report', id: copy!.id },
    details: { name, copyOf: reportId, definition },
  });
  return { id: copy!.id, name };
}

/** “Phone list copy”, “Phone list copy 2”, … */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let at = 1; ; at += 1) {
    const end = at === 1 ? ' copy' : ` copy ${at}`;
    const free = name.slice(0, longestName - end.length) + end;
    if (!taken.has(free.toLowerCase())) return free;
  }
}
