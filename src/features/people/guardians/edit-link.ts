import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { sentence } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { differing, edits, mergeEdit } from '#kernel/edit/edit.ts';
import { checkWords } from '#features/records/lookups/check-words.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { calledGuardian } from './guardian-fields.ts';
import { isLink, linkLists, LinkFields, lockLink, type LinkIds } from './link-fields.ts';
import { clearNextOfKin } from './next-of-kin.ts';
import { recordLink } from './record-link.ts';

export const EditLink = edits(LinkFields);

/** Edits the link between a guardian and a child: relation, fees, collecting, messages, next of kin. */
export async function editLink(tx: Tx, actor: Actor, ids: LinkIds, sent: z.infer<typeof EditLink>) {
  const { student, guardian, link } = await lockLink(tx, actor, ids);
  const { institutionId } = student;
  const { input } = await mergeEdit(tx, actor, {
    fields: EditLink,
    sent,
    current: link,
    subject: { institutionId, type: 'student', id: student.id },
  });
  const fields = { ...input, ...(await checkWords(tx, student.institutionId, linkLists, input, link)) };
  const changes = changesBetween(link, fields);
  if (Object.keys(changes).length === 0) return calledGuardian(guardian);
  const isNew = fields.isNextOfKin && !link.isNextOfKin;
  const kin = isNew ? await clearNextOfKin(tx, student, guardian.id) : null;
  await tx.update(studentGuardians).set(differing(fields, changes)).where(isLink(student.institutionId, ids));
  await recordLink(
    tx,
    actor,
    'guardians.editLink',
    { student, guardian },
    (who, whose) =>
      isNew
        ? sentence`made ${who} next of kin of ${whose}${kin!.words}`
        : sentence`changed the link between ${who} and ${whose}`,
    { changes, ...kin?.details },
  );
  return calledGuardian(guardian);
}
