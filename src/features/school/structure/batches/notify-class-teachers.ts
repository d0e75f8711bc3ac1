import { accountName } from '#kernel/account-name.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { employeesOf, notify, takeBack } from '#kernel/notify.ts';

interface About {
  institutionId: number;
  batchId: number;
  kind: string;
  title: string;
  subject: string;
}

/** Notifies the class teachers of a batch of someone else's change. */
export const notifyClassTeachers = (
  tx: Tx,
  actor: Actor,
  { institutionId, batchId, ...notice }: About,
): Promise<void> =>
  notify(tx, {
    ...notice,
    institutionId,
    to: employeesOf(
      institutionId,
      sql`select employee_id from batch_teachers where institution_id = ${institutionId} and batch_id = ${batchId}`,
    ),
    except: actor.accountId,
    body: `By ${accountName(actor)}.`,
    href: `/batches/${batchId}`,
  });

/** Retracts a notice after an undo: deletes unread ones, and notifies teachers who had read theirs. */
export async function retractTeacherNotice(
  tx: Tx,
  actor: Actor,
  { institutionId, batchId, ...notice }: About,
): Promise<void> {
  const to = await takeBack(tx, institutionId, notice.subject);
  await notify(tx, {
    ...notice,
    subject: undefined,
    institutionId,
    to,
    except: actor.accountId,
    body: `By ${accountName(actor)}.`,
    href: `/batches/${batchId}`,
  });
}
