import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { wordsOf } from '#kernel/contracts/terminology.ts';
import { withheld } from '#kernel/personal-data/data-section.ts';
import { logAccess } from '#features/records/people/log-access.ts';
import { mayExportData } from '#features/records/people/people.policy.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import { entityOf, findSubject, nameOf, type KindKey } from './find-subject.ts';
import { readSections, type SectionOfData, type SectionReader } from './read-sections.ts';

export interface PersonData {
  person: { kind: KindKey; name: string; number: string };
  /** Of all times in it. */
  timeZone: string;
  /** What the export leaves out on purpose, and why. */
  withheld: string[];
  sections: SectionOfData[];
}

const restricted: RestrictedGroup[] = ['health', 'religion', 'private'];

/** Exports all data of one person. Both logs record it: the access log for every group, and the audit log. */
export async function exportPerson(
  tx: Tx,
  actor: Actor,
  personalData: PersonalDataRegistry,
  key: KindKey,
  personId: number,
  format: 'JSON' | 'PDF',
) {
  const entity = entityOf[key];
  const kind = personalData.kindOf(entity);
  const subject = await findSubject(tx, actor, kind, personId);
  // The export holds more than the record that the actor may see.
  if (!mayExportData(actor, subject, kind)) throw new NotFound(entity);
  const { institutionId } = subject;
  const isStaff = mayExportData(actor, { institutionId, isOwn: false }, kind);
  const isFamily = entity === 'student' && !isStaff;
  const reader = sectionReader(actor, institutionId, isStaff);
  const data: PersonData = {
    person: { kind: key, name: nameOf(subject), number: subject.number },
    timeZone: reader.timeZone,
    withheld: [...withheldFromAll, ...(isFamily ? withheldFromFamily : [])],
    sections: forFamily(await readSections(tx, personalData, entity, personId, reader), isFamily),
  };
  await logAccess(tx, actor, { institutionId, entity, subjectId: personId, groups: restricted, place: 'file' });
  await record(tx, actor, 'privacy.handOver', {
    institutionId,
    summary: `exported all data of ${nameOf(subject)} as ${format}`,
    subject: { type: entity, id: personId },
  });
  return { subject, data };
}

export function sectionReader(actor: Actor, institutionId: number, withAccounts: boolean): SectionReader {
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

/** The school tells no guardian how to reach another one or the child, and neither does its export. */
const withheldColumns = new Set(['Next of kin, telephone', 'Details', 'Fields', 'Content']);
const forFamily = (sections: SectionOfData[], isFamily: boolean): SectionOfData[] =>
  isFamily
    ? sections.map(({ title, rows }) => ({
        title,
        rows: rows.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([column, value]) => [column, withheldColumns.has(column) ? withheld : value]),
          ),
        ),
      }))
    : sections;
