import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { notices } from '../notices.schema.ts';
import { checkNotice, tidied, type CreateNotice } from './notice-fields.ts';

/** Adds a notice as a draft. */
export async function createNotice(tx: Tx, actor: Actor, input: z.output<typeof CreateNotice>): Promise<number> {
  const { institutionId, ...fields } = input;
  allow(actor, 'notices.edit', institutionId);
  const values = tidied(fields);
  await checkNotice(tx, actor, institutionId, values);
  const [notice] = await tx
    .insert(notices)
    .values({ ...values, institutionId, author: actor.name, accountId: actor.accountId })
    .returning({ id: notices.id });
  await record(tx, actor, 'notices.create', {
    institutionId,
    summary: `added the notice ${values.title}`,
    subject: { type: 'notice', id: notice!.id },
    details: values,
  });
  return notice!.id;
}
