import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { checkPicture } from '../pictures/check-picture.ts';
import type { NewItem } from './item-fields.ts';
import { kindOf, rowsOfList, type Kind, type ListName } from '../lists.ts';
import { openSite } from '../open-site.ts';
import { addressTaken } from '../address-taken.ts';

/** A number that can be sorted by hand. */
export const itemsAtMost = 60;

/** Adds a slide, feature, testimonial or page at the end of its list. */
export async function createItem(tx: Tx, actor: Actor, kind: Kind, input: NewItem): Promise<number> {
  const { institutionId, ...values } = input;
  const { table, noun, name } = kindOf(kind);
  await openSite(tx, actor, institutionId);
  await checkPicture(tx, institutionId, 'pictureId' in values ? values.pictureId : null);
  const list: ListName = 'place' in values ? values.place : (kind as ListName);
  const answer = await query<{ count: number; last: number }>(
    tx,
    render(
      sql`select count(*) as count, coalesce(max(position), 0) as last from ${table} where ${rowsOfList(list, institutionId)}`,
    ),
  );
  const { count, last } = answer[0]!;
  if (count >= itemsAtMost)
    throw new ValidationError('form', `The limit is ${itemsAtMost}. Delete one that you no longer need.`);
  const [row] = await refuseDuplicate(
    tx
      .insert(table)
      .values({ institutionId, position: last + 1, ...values } as never)
      .returning({ id: table.id }),
    addressTaken(values),
  );
  const id = Number(row!.id);
  const title = String((values as Record<string, unknown>)[name]);
  await record(tx, actor, `site.create${capital(noun)}`, {
    institutionId,
    summary: `added the ${noun} ${title} to the site`,
    subject: { type: `site ${noun}`, id },
    details: values,
  });
  return id;
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
