import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Opened } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { addressTaken } from '../address-taken.ts';
import { textChanges } from '../changes-of-text.ts';
import { checkPicture, nameOfPicture } from '../pictures/check-picture.ts';
import { capital } from './create-item.ts';
import { itemEdits, type ItemValues } from './item-fields.ts';
import { kindOf, type Kind } from '../lists.ts';
import { lockItem } from './lock-item.ts';

export type ItemEdit = ItemValues & { opened: Opened };

/** Changes a slide, feature, testimonial or page; returns the item before the change. */
export const editItem = (tx: Tx, actor: Actor, kind: Kind, id: number, sent: ItemEdit) =>
  editorOf(kind)(tx, actor, id, sent);

function editorOf(kind: Kind) {
  const { table, noun } = kindOf(kind);
  return editRecord({
    action: `site.edit${capital(noun)}`,
    type: `site ${noun}`,
    table,
    may: 'site.edit',
    fields: itemEdits[kind],
    lock: (tx, actor, id) => lockItem(tx, actor, kind, id),
    inForm: ({ values }) => values,
    together: [['linkLabel', 'linkHref']],
    merging: (tx, { institutionId }) => ({
      words: { pictureId: (picture) => nameOfPicture(tx, institutionId, picture) },
    }),
    compare: (before, values) => textChanges(before.values, values),
    check: ({ tx, before, values }) =>
      checkPicture(tx, before.institutionId, (values as { pictureId?: number | null }).pictureId),
    taken: ({ values }) => addressTaken(values),
    nameOf: ({ before }) => `the ${noun} ${before.title}`,
  });
}
