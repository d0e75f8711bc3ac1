import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changedFields } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { mergeEdit, type Opened } from '#kernel/edit.ts';
import { textChanges } from './changes-of-text.ts';
import { checkPicture, nameOfPicture } from './check-picture.ts';
import { capital } from './create-item.ts';
import { itemFields, type ItemValues } from './item-fields.ts';
import { kindOf, type Kind } from './lists.ts';
import { lockItem } from './lock-item.ts';
import { writeItem } from './write-item.ts';

export type ItemEdit = ItemValues & { opened: Opened };

/** Changes a slide, feature, testimonial or page; returns its institution. */
export async function editItem(tx: Tx, actor: Actor, kind: Kind, id: number, sent: ItemEdit): Promise<number> {
  const { one } = kindOf(kind);
  const before = await lockItem(tx, actor, kind, id);
  const { institutionId } = before;
  const { input } = await mergeEdit(tx, actor, {
    fields: itemFields[kind],
    sent,
    current: before.values,
    subject: { institutionId, type: `site ${one}`, id },
    together: [['linkLabel', 'linkHref']],
    words: { pictureId: (picture) => nameOfPicture(tx, institutionId, picture) },
  });
  const values = input as ItemValues;
  await checkPicture(tx, before.institutionId, 'pictureId' in values ? values.pictureId : null);
  const changes = textChanges(before.values, values);
  if (Object.keys(changes).length === 0) return before.institutionId;
  await writeItem(tx, kind, before, values);
  await record(tx, actor, `site.edit${capital(one)}`, {
    institutionId: before.institutionId,
    summary: `changed ${changedFields(changes)} of the ${one} ${before.title}`,
    subject: { type: `site ${one}`, id },
    details: { changes },
  });
  return before.institutionId;
}
