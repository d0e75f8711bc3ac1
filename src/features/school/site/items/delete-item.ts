import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { capital } from './create-item.ts';
import { kindOf, type Kind } from '../lists.ts';
import { lockItem, type Item } from './lock-item.ts';

/** Deletes a slide, feature, testimonial or page, and returns it. Its text stays in the log. */
export async function deleteItem(tx: Tx, actor: Actor, kind: Kind, id: number): Promise<Item> {
  const { table, noun } = kindOf(kind);
  const item = await lockItem(tx, actor, kind, id);
  const { institutionId, title, values } = item;
  await tx.delete(table).where(and(eq(table.institutionId, institutionId), eq(table.id, id)));
  await record(tx, actor, `site.delete${capital(noun)}`, {
    institutionId,
    summary: `deleted the ${noun} ${title} of the site`,
    subject: { type: `site ${noun}`, id },
    details: { was: values },
  });
  return item;
}
