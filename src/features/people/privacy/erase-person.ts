import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { Conflict, NotAllowed, ValidationError } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { line } from '#kernel/schemas.ts';
import { mayErase } from '#features/records/people/people.policy.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { confirmationLabel, entityOf, findSubject, nameOf, type KindKey, type Subject } from './export-person.ts';
import { deleteFiles, runErasure } from './run-erasure.ts';
import { withoutNulls, type Bearer, type Erasure, type ErasureFindings } from '#kernel/personal-data/erasure.ts';

export const ErasePerson = z.object({
  number: line(200, 'The number'),
  reason: line(300, 'The reason'),
});

/**
 * Erases a person: the record names nobody afterwards, while numbers, enrolments, results and money stay. It cannot be
 * undone. Returns the stored files to remove from the disk after the commit.
 */
export async function erasePerson(
  tx: Tx,
  actor: Actor,
  personalData: PersonalDataRegistry,
  files: Files,
  key: KindKey,
  personId: number,
  input: z.infer<typeof ErasePerson>,
): Promise<string[]> {
  const kind = personalData.kindOf(entityOf[key]);
  // Users cannot lock a record that they cannot erase.
  const { institutionId } = await allowErasure(tx, actor, kind, personId);
  // With the merged records, in the order of their ids, as merging and unmerging do.
  const locked = await lockRecords(tx, kind, institutionId, personId);
  const subject = await allowErasure(tx, actor, kind, personId);
  refuseErasure(kind, subject, input.number);
  const ids = await recordsOf(tx, kind, institutionId, personId);
  if (ids.length !== locked.length)
    throw new Conflict('Records of this person have since been merged or unmerged. Reload the page.');

  const erasure = await beginErasure(tx, files, kind, institutionId, ids);
  const redaction = await runErasure(erasure, personalData);
  const storedFiles = [...(await deleteFiles(erasure)), ...erasure.found.storedFiles];
  await record(tx, actor, 'privacy.erase', {
    institutionId,
    summary: `erased the data of a ${kind.entity}${kind.number ? `, ${kind.number.words} ${subject.number}` : ''}`,
    subject: { type: kind.entity, id: personId },
    // The digest of what replaced the erased words: the chain of the log vouches for it.
    details: { reason: input.reason, redactions: [redaction] },
  });
  return storedFiles;
}

/** The person, if the actor can see and erase the record. */
export async function allowErasure(tx: Tx, actor: Actor, kind: PersonKind, personId: number): Promise<Subject> {
  const subject = await findSubject(tx, actor, kind, personId);
  if (!mayErase(actor, subject, kind)) throw new NotAllowed();
  return subject;
}

export function refuseErasure(kind: PersonKind, subject: Subject, number: string): void {
  if (subject.anonymisedAt) throw new Conflict('This record has already been erased.');
  if (subject.cannotErase) throw new ValidationError('form', subject.cannotErase);
  if (number !== subject.number)
    throw new ValidationError(
      'number',
      `This is not the ${confirmationLabel(kind)} of ${nameOf(subject)}. Type it as the record shows it.`,
    );
}

async function lockRecords(tx: Tx, kind: PersonKind, institutionId: number, personId: number): Promise<number[]> {
  const { table } = kind;
  const ids = await recordsOf(tx, kind, institutionId, personId);
  await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.institutionId, institutionId), inArray(table.id, ids)))
    .orderBy(table.id)
    .for('no key update');
  return ids;
}

/** The record and those merged into it. */
async function recordsOf(tx: Tx, { table }: PersonKind, institutionId: number, personId: number): Promise<number[]> {
  const answer = await query<{ id: string }>(tx, render)`
    with recursive same as (select ${personId}::bigint as id union
      select p.id from ${table} p join same on p.merged_into_id = same.id where p.institution_id = ${institutionId})
    select id from same order by id`;
  return answer.map(({ id }) => Number(id));
}

/** What the records, which are locked, say about the person. */
async function beginErasure(
  tx: Tx,
  files: Files,
  kind: PersonKind,
  institutionId: number,
  ids: number[],
): Promise<Erasure> {
  const { table } = kind;
  const { surname, firstName, middleName, sortName, phone, mobile, email } = table;
  const number = kind.number ? sql.identifier(kind.number.column) : sql`null`;
  const rows = await tx
    .select({ surname, firstName, middleName, sortName, phone, mobile, email, number: sql<string | null>`${number}` })
    .from(table)
    .where(and(eq(table.institutionId, institutionId), inArray(table.id, ids)));
  const bearers: Bearer[] = rows.map(({ number: _, ...bearer }) => bearer);
  return {
    tx,
    files,
    institutionId,
    kind,
    ids,
    bearers,
    names: [...new Set(bearers.flatMap((bearer) => [...namesOf(bearer), ...withoutNulls([bearer.email])]))],
    contacts: withoutNulls(bearers.flatMap((bearer) => [bearer.phone, bearer.mobile, bearer.email])),
    numbers: withoutNulls(rows.map((row) => row.number)),
    found: nothingFound(),
  };
}

const namesOf = ({ firstName, middleName, surname }: Bearer) => [
  nameOf({ firstName, middleName, surname }),
  `${firstName} ${surname}`,
  `${surname}, ${[firstName, middleName].filter(Boolean).join(' ')}`,
  `${surname} ${firstName}`,
];

const nothingFound = (): ErasureFindings => ({
  fileIds: [],
  storedFiles: [],
  formerAccounts: [],
  leftAccounts: [],
  erasedAccounts: [],
  accountContacts: [],
  familyContacts: [],
  children: [],
  messages: [],
  imports: [],
  noticeSubjects: [],
});
