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

/** Tells the class teachers of a batch what somebody else did with it. */
export const tellTeachers = (tx: Tx, actor: Actor, { institutionId, batchId, ...said }: About): Promise<void> =>
  notify(tx, {
    ...said,
    institutionId,
    to: employeesOf(
      institutionId,
      sql`select employee_id from batch_teachers where institution_id = ${institutionId} and batch_id = ${batchId}`,
    ),
    except: actor.accountId,
    body: `By ${accountName(actor)}.`,
    href: `/batches/${batchId}`,
  });

/** The same was undone: who has not read of it never will, who has is told that it no longer holds. */
export async function untellTeachers(tx: Tx, actor: Actor, { institutionId, batchId, ...said }: About): Promise<void> {
  const to = await takeBack(tx, institutionId, said.subject);
  await notify(tx, {
    ...said,
    subject: undefined,
    institutionId,
    to,
    except: actor.accountId,
    body: `By ${accountName(actor)}.`,
    href: `/batches/${batchId}`,
  });
}
