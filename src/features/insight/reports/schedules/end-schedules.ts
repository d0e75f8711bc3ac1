import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { notify } from '#kernel/notify.ts';
import { reportSchedules } from '../reports.schema.ts';

/** Tells the owners of a report’s schedules that it is deleted; the schedules go with it. */
export async function tellEndOfSchedules(
  tx: Tx,
  actor: Actor,
  { institutionId, id, name }: { institutionId: number; id: number; name: string },
): Promise<void> {
  const owners = await tx
    .selectDistinct({ accountId: reportSchedules.accountId })
    .from(reportSchedules)
    .where(and(eq(reportSchedules.institutionId, institutionId), eq(reportSchedules.reportId, id)));
  await notify(tx, {
    institutionId,
    to: owners.map(({ accountId }) => accountId),
    except: actor.accountId,
    kind: 'reports.scheduleEnded',
    href: '/reports',
    title: `The report “${name}” is no longer sent`,
    body: 'It was deleted.',
  });
}
