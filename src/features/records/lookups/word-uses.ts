import { sql, type SQL } from 'drizzle-orm';
import { query, render, type Db, type Tx } from '#kernel/database.ts';
import { lists, type ListKey } from './lookups.schema.ts';

/** The columns with values of each list; a test compares them with the foreign keys. */
export const wordUses: Record<ListKey, readonly (readonly [table: string, column: string])[]> = {
  religions: [
    ['students', 'religion'],
    ['employees', 'religion'],
    ['guardians', 'religion'],
  ],
  languages: [
    ['students', 'language'],
    ['guardians', 'language'],
  ],
  studentCategories: [['students', 'category']],
  employeeCategories: [['employees', 'category']],
  departments: [['employees', 'department']],
  employeePositions: [['employees', 'position']],
  jobTitles: [['employees', 'job_title']],
  qualifications: [['employees', 'qualification']],
  educationalQualifications: [['employees', 'educational_qualification']],
  maritalStatuses: [['employees', 'marital_status']],
  guardianRelations: [
    ['student_guardians', 'relation'],
    ['students', 'next_of_kin_relation'],
    ['employees', 'next_of_kin_relation'],
  ],
  documentTypes: [['documents', 'type']],
};

/** Rules of fees and discounts, and messages, refer to a value by its id, so that it can be renamed; the same test compares them. */
export const idUses: Partial<Record<ListKey, readonly (readonly [table: string, column: string])[]>> = {
  studentCategories: [
    ['discount_schemes', 'student_category_id'],
    ['fee_audience', 'category_id'],
  ],
  departments: [['messages', 'department_id']],
};

const identifiers = ([table, column]: readonly [string, string]) =>
  [sql.identifier(table), sql.identifier(column)] as const;

/** The number of records with each value of a list; unused values are missing. */
export async function countBearers(db: Db, institutionId: number, key: ListKey): Promise<Record<string, number>> {
  const parts = wordUses[key].map((use) => {
    const [table, column] = identifiers(use);
    return sql`select ${column} as word, count(*) as n from ${table}
      where institution_id = ${institutionId} and ${column} is not null group by 1`;
  });
  const rows = await query<{ word: string; n: number }>(
    db,
    render(sql`select word, sum(n)::int as n from (${union(parts)}) as uses group by 1`),
  );
  return Object.fromEntries(rows.map(({ word, n }) => [word, Number(n)]));
}

/** How many rows bear one word. */
export async function countUses(tx: Tx, institutionId: number, key: ListKey, word: string): Promise<number> {
  const parts = wordUses[key].map((use) => {
    const [table, column] = identifiers(use);
    return sql`select count(*) as n from ${table} where institution_id = ${institutionId} and ${column} = ${word}`;
  });
  const rows = await query<{ n: number }>(tx, render(sql`select sum(n)::int as n from (${union(parts)}) as uses`));
  return Number(rows[0]!.n);
}

/** Gives everybody who bears a word another one of the same list; how many rows of which table. */
export async function moveBearers(tx: Tx, institutionId: number, key: ListKey, from: string, to: string) {
  const moved: Record<string, number> = {};
  for (const use of wordUses[key]) {
    const [table, column] = identifiers(use);
    const { rowCount } = await tx.execute(
      sql`update ${table} set ${column} = ${to} where institution_id = ${institutionId} and ${column} = ${from}`,
    );
    if (rowCount) moved[use.join('.')] = rowCount;
  }
  for (const use of idUses[key] ?? []) {
    const [table, column] = identifiers(use);
    const { rowCount } = await tx.execute(
      sql`update ${table} set ${column} = ${idOf(institutionId, key, to)}
        where institution_id = ${institutionId} and ${column} = ${idOf(institutionId, key, from)}`,
    );
    if (rowCount) moved[use.join('.')] = rowCount;
  }
  return moved;
}

/** Whether a rule or message refers to the value, which therefore cannot be deleted. */
export async function isReferredTo(tx: Tx, institutionId: number, key: ListKey, word: string): Promise<boolean> {
  const parts = (idUses[key] ?? []).map((use) => {
    const [table, column] = identifiers(use);
    return sql`select 1 from ${table} where institution_id = ${institutionId} and ${column} = ${idOf(institutionId, key, word)}`;
  });
  return parts.length > 0 && (await query(tx, render(sql`${union(parts)} limit 1`))).length > 0;
}

const idOf = (institutionId: number, key: ListKey, word: string) =>
  sql`(select id from ${lists[key]} where institution_id = ${institutionId} and name = ${word})`;

const union = (parts: SQL[]) => sql.join(parts, sql` union all `);
