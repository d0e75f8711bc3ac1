import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import { withoutNulls, type Bearer, type Erasure, type ErasureFindings } from '#kernel/personal-data/erasure.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { nameOf } from './find-subject.ts';

/** What the records, which are locked, say about the person. */
export async function beginErasure(
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
