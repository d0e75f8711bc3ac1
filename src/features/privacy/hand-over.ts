import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { RestrictedGroup } from '#kernel/field-groups.ts';
import { noteReading } from '#features/people/note-reading.ts';
import { mayHandOver } from '#features/people/people.policy.ts';
import { readSections, type SectionOfData } from './sections.ts';
import { findSubject, kinds, type KindKey, type Subject } from './subjects.ts';

export interface PersonData {
  person: { kind: KindKey; name: string; number: string };
  sections: SectionOfData[];
}

const restricted: RestrictedGroup[] = ['health', 'religion', 'private'];

/** All that is kept of one person, to be handed over; written down as a reading of everything and in the audit log. */
export async function handOver(tx: Tx, actor: Actor, key: KindKey, personId: number, as: 'JSON' | 'PDF') {
  const subject = await findSubject(tx, actor, key, personId);
  // All that is kept is more than the record that the person may see.
  if (!mayHandOver(actor, subject, kinds[key])) throw new NotFound(kinds[key].entity);
  const { institutionId } = subject;
  const { entity } = kinds[key];
  const isFamily = key === 'students' && !mayHandOver(actor, { institutionId, isOwn: false }, kinds[key]);
  const data: PersonData = {
    person: { kind: key, name: nameOf(subject), number: subject.number },
    sections: forFamily(await readSections(tx, entity, institutionId, personId), isFamily),
  };
  await noteReading(tx, actor, { institutionId, entity, subjectId: personId, groups: restricted, place: 'file' });
  await record(tx, actor, 'privacy.handOver', {
    institutionId,
    summary: `downloaded all that is kept of ${nameOf(subject)} as ${as}`,
    subject: { type: entity, id: personId },
  });
  return { subject, data };
}

/** How to reach one guardian, another one or the child is not told by the school's file either. */
const untoldToFamily = new Set(['Next of kin, telephone', 'Details', 'Content']);
const forFamily = (sections: SectionOfData[], isFamily: boolean): SectionOfData[] =>
  isFamily
    ? sections.map(({ title, rows }) => ({
        title,
        rows: rows.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([column]) => !untoldToFamily.has(column))),
        ),
      }))
    : sections;

export const nameOf = ({ firstName, middleName, surname }: Pick<Subject, 'firstName' | 'middleName' | 'surname'>) =>
  [firstName, middleName, surname].filter(Boolean).join(' ');
