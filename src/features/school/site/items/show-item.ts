import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { updateChanged } from '#kernel/edit/edit-record.ts';
import { capital } from './create-item.ts';
import { kindOf, type Kind } from '../lists.ts';
import { lockItem, type Item } from './lock-item.ts';

/** Shows or hides a slide, feature, testimonial or page; returns the item. */
export async function showItem(tx: Tx, actor: Actor, kind: Kind, id: number, isShown: boolean): Promise<Item> {
  const { noun, shown, table } = kindOf(kind);
  const item = await lockItem(tx, actor, kind, id);
  if (item.values[shown] === isShown) return item;
  await updateChanged(tx, table, item, { [shown]: isShown });
  await record(tx, actor, `site.${isShown ? 'show' : 'hide'}${capital(noun)}`, {
    institutionId: item.institutionId,
    summary: `${isShown ? 'showed' : 'hid'} the ${noun} ${item.title}`,
    subject: { type: `site ${noun}`, id },
  });
  return item;
}
