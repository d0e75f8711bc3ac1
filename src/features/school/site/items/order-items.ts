import { asc } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { kindOf, kindOfList, listNames, rowsOfList } from '../lists.ts';
import { openSite } from '../site.queries.ts';

export const OrderItems = z.object({
  institutionId: id,
  list: z.enum(listNames),
  /** Ids in display order. */
  ids: z.array(id).max(500),
});

/** Sorts a list in the given order. Items deleted meanwhile are skipped; items added meanwhile stay at the end. */
export async function orderItems(tx: Tx, actor: Actor, input: z.infer<typeof OrderItems>): Promise<void> {
  const { institutionId, list, ids } = input;
  const { table } = kindOf(kindOfList(list));
  await openSite(tx, actor, institutionId);
  const rows = await tx
    .select({ id: table.id, position: table.position })
    .from(table)
    .where(rowsOfList(list, institutionId))
    .orderBy(asc(table.position), asc(table.id));
  const place = new Map(ids.map((id, at) => [id, at]));
  const placeOf = (row: (typeof rows)[number]) => place.get(Number(row.id)) ?? ids.length;
  const order = rows.toSorted((a, b) => placeOf(a) - placeOf(b));
  if (order.every((row, at) => row === rows[at])) return;
  for (const [at, row] of order.entries()) {
    if (row.position === at + 1) continue;
    await tx
      .update(table)
      .set({ position: at + 1 } as never)
      .where(hasKey(table, institutionId, row.id as number));
  }
  await record(tx, actor, 'site.order', {
    institutionId,
    summary: `changed the order of the ${words[list]}`,
    details: { list, from: rows.map((row) => row.id), to: order.map((row) => row.id) },
  });
}

const words = {
  slider: 'hero slides',
  slideshow: 'slideshow',
  features: 'features',
  testimonials: 'testimonials',
  pages: 'pages',
};
