import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, query, render } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { termsOf, type Terminology } from '#kernel/contracts/terminology.ts';
import { withheld, type DataSection, type SectionSubject } from '#kernel/personal-data/data-section.ts';
import { logAccess } from '#features/records/people/history.queries.ts';
import { mayExportData } from '#features/records/people/people.policy.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import type { Entity } from '#features/records/people/people.schema.ts';

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
  return { institutionId, timeZone, words: termsOf(terminology), withAccounts };
}

const withheldFromAll = [
  'Passwords, pins and two-step verification codes. Nobody can read them.',
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

/** The words of addresses for the three kinds of people. */
export const kindKeys = ['students', 'employees', 'guardians'] as const;
export type KindKey = (typeof kindKeys)[number];
export const entityOf = { students: 'student', employees: 'employee', guardians: 'guardian' } as const;

/** What confirms an erasure: the number, or the surname of a guardian. */
export const confirmationLabel = ({ number }: PersonKind) => number?.words ?? 'surname';

/** The person, or NotFound if the actor cannot see the record; `isOwn`: the actor, or a child of the actor. */
export async function findSubject(db: Db, actor: Actor, kind: PersonKind, personId: number) {
  const { table } = kind;
  const [row] = await db
    .select({
      institutionId: table.institutionId,
      id: table.id,
      surname: table.surname,
      firstName: table.firstName,
      middleName: table.middleName,
      number: sql<string>`${kind.number ? sql.identifier(kind.number.column) : table.surname}`,
      cannotErase: kind.cannotErase,
      anonymisedAt: table.anonymisedAt,
      isOwn: isOwn(actor, kind),
    })
    .from(table)
    .where(and(kind.visibleTo(actor), eq(table.id, personId)));
  if (!row) throw new NotFound(kind.entity);
  return row;
}
export type Subject = Awaited<ReturnType<typeof findSubject>>;

function isOwn(actor: Actor, { entity, table }: PersonKind): SQL<boolean> {
  const own = actor.institutions.flatMap((membership) => {
    const ids = membership[`${entity}Ids`];
    const child =
      entity === 'student' && membership.guardianIds.length
        ? sql`exists (select from student_guardians l where l.institution_id = ${membership.id} and l.student_id = students.id
            and l.guardian_id = any(${sql.param(membership.guardianIds)}::bigint[]))`
        : undefined;
    if (!ids.length && !child) return [];
    return [and(eq(table.institutionId, membership.id), or(ids.length ? inArray(table.id, ids) : undefined, child))!];
  });
  return sql<boolean>`(${or(...own) ?? sql`false`})`;
}

export const nameOf = ({ firstName, middleName, surname }: Pick<Subject, 'firstName' | 'middleName' | 'surname'>) =>
  [firstName, middleName, surname].filter(Boolean).join(' ');

/** Details of the log are objects; all else is one value. */
export type DataValue = string | number | boolean | null | object;

interface SectionOfData {
  title: string;
  rows: Record<string, DataValue>[];
}

/** An institution's own clock and words, and whether the reader learns the account behind a name. */
interface SectionReader {
  institutionId: number;
  timeZone: string;
  words: Terminology;
  withAccounts: boolean;
}

/** All personal data of one person, section by section, in words. */
export async function readSections(
  tx: Tx,
  personalData: PersonalDataRegistry,
  entity: Entity,
  personId: number,
  reader: SectionReader,
): Promise<SectionOfData[]> {
  const { timeZone, words, ...more } = reader;
  const before = await query<{ zone: string }>(tx, render)`
    select current_setting('TimeZone') as zone, set_config('TimeZone', ${timeZone}, true)`;
  const read: SectionOfData[] = [];
  for (const section of sectionsOf(personalData, entity))
    read.push({
      title: typeof section.title === 'string' ? section.title : section.title(words),
      rows: await readRows(tx, section, { entity, personId, words, ...more }),
    });
  await tx.execute(sql`select set_config('TimeZone', ${before[0]!.zone}, true)`);
  return read;
}

/** In their order; those of the same order as the features come. */
const sectionsOf = (personalData: PersonalDataRegistry, entity: Entity): DataSection[] =>
  personalData
    .tablesOf(entity)
    .flatMap(({ section }) => ('rows' in section ? [section] : []))
    .toSorted((one, other) => one.order - other.order);

async function readRows(tx: Tx, { rows, codes = {} }: DataSection, subject: SectionSubject) {
  const answer = await query<SectionOfData['rows'][number]>(tx, render(rows(subject)));
  for (const row of answer)
    for (const [column, wordsOf] of Object.entries(codes))
      if (typeof row[column] === 'string' && row[column] !== withheld) row[column] = wordsOf(row[column]);
  return answer;
}
