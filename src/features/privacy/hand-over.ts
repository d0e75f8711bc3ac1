import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { RestrictedGroup } from '#kernel/field-groups.ts';
import { noteReading } from '#features/people/note-reading.ts';
import { mayHandOver } from '#features/people/people.policy.ts';
import { wordsOf } from '#kernel/terminology.ts';
import { readSections, withheld, type SectionOfData, type AccountNotice } from './sections.ts';
import { findSubject, kinds, type KindKey, type Subject } from './subjects.ts';

export interface PersonData {
  person: { kind: KindKey; name: string; number: string };
  /** Of all times in it. */
  timeZone: string;
  /** What the file leaves out on purpose, and why. */
  withheld: string[];
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
  const isStaff = mayHandOver(actor, { institutionId, isOwn: false }, kinds[key]);
  const isFamily = key === 'students' && !isStaff;
  const told = toldBy(actor, institutionId, isStaff);
  const data: PersonData = {
    person: { kind: key, name: nameOf(subject), number: subject.number },
    timeZone: told.timeZone,
    withheld: [...withheldFromAll, ...(isFamily ? withheldFromFamily : [])],
    sections: forFamily(await readSections(tx, entity, told, personId), isFamily),
  };
  await noteReading(tx, actor, { institutionId, entity, subjectId: personId, groups: restricted, place: 'file' });
  await record(tx, actor, 'privacy.handOver', {
    institutionId,
    summary: `downloaded all that is kept of ${nameOf(subject)} as ${as}`,
    subject: { type: entity, id: personId },
  });
  return { subject, data };
}

export function toldBy(actor: Actor, institutionId: number, withAccounts: boolean): AccountNotice {
  const { timeZone, terminology } = membershipIn(actor, institutionId)!;
  return { institutionId, timeZone, words: wordsOf(terminology), withAccounts };
}

const withheldFromAll = [
  'Passwords, PINs and the codes of two-step verification. Nobody can read them.',
  'The text of messages. It can hold a code or a link that opens an account.',
  'Sign-in addresses that another institution manages. Ask that institution for them.',
  'Files and photos. They are listed here; ask the institution for copies.',
];
const withheldFromFamily = ['Details of changes and contacts of next of kin. They can tell how to reach other people.'];

/** How to reach one guardian, another one or the child is not told by the school's file either. */
const untoldToFamily = new Set(['Next of kin, telephone', 'Details', 'Fields', 'Content']);
const forFamily = (sections: SectionOfData[], isFamily: boolean): SectionOfData[] =>
  isFamily
    ? sections.map(({ title, rows }) => ({
        title,
        rows: rows.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([column, value]) => [column, untoldToFamily.has(column) ? withheld : value]),
          ),
        ),
      }))
    : sections;

export const nameOf = ({ firstName, middleName, surname }: Pick<Subject, 'firstName' | 'middleName' | 'surname'>) =>
  [firstName, middleName, surname].filter(Boolean).join(' ');
