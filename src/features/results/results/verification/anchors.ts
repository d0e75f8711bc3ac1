import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';

/** Rows that nobody may change past the product: the log keeps a digest of each, and the sealed log can’t be changed. */
export interface AnchoredRows {
  kind: string;
  /** 'imported terms': what the entry about older rows counts. */
  many: string;
  /**
   * Selects institution_id, key, student_id, digest (hex, of what may not change) and words for a problem: 'The imported
   * result of 2026/0001, First Term, 2021/2022'.
   */
  rows: SQL;
}

const AnchoredRow = z.object({
  key: z.number(),
  student: z.number(),
  digest: z.string(),
  words: z.string(),
});
type AnchoredRow = z.infer<typeof AnchoredRow>;

type Anchor = [key: number, student: number, digest: string];

interface Sealed {
  of: string;
  rows?: Anchor[];
  /** Rows that the product has removed, or returned to what may change. */
  gone?: [key: number, student: number][];
  /** From here on every row has an anchor. */
  isStart?: true;
}

const currentRows = (db: Db, institutionId: number, { rows }: AnchoredRows, which: SQL = sql`true`) =>
  query(
    db,
    sql`select r.key::bigint as key, r.student_id::bigint as student, r.digest, r.words from (${rows}) r
      where r.institution_id = ${institutionId} and ${which} order by r.key, r.student_id`,
    AnchoredRow,
  );

/**
 * For the details of the entry that records how rows came about. What was there before the first such entry is anchored
 * with it, by an entry of its own.
 */
export async function anchorRows(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  of: AnchoredRows,
  which: SQL,
): Promise<{ sealed: Sealed }> {
  await startAnchors(tx, actor, institutionId, of);
  const rows = await currentRows(tx, institutionId, of, which);
  return { sealed: { of: of.kind, rows: rows.map(({ key, student, digest }) => [key, student, digest]) } };
}

/** The same for rows that go. */
export const anchorsGone = (of: AnchoredRows, gone: [key: number, student: number][]): { sealed: Sealed } => ({
  sealed: { of: of.kind, gone },
});

/** Anchors the rows of an institution that are older than its first anchor, once. */
export async function startAnchors(tx: Tx, actor: Actor, institutionId: number, of: AnchoredRows): Promise<void> {
  const anchors = await anchorsOf(tx, institutionId, of.kind, sql`and details #> '{sealed,isStart}' is not null`);
  if (anchors.length > 0) return;
  const rows = await currentRows(tx, institutionId, of);
  const sealed: Sealed = {
    of: of.kind,
    isStart: true,
    rows: rows.map(({ key, student, digest }) => [key, student, digest]),
  };
  await record(tx, actor, 'results.seal', {
    institutionId,
    summary: `sealed the ${of.many} that were here before: ${rows.length}`,
    subject: { type: 'institution', id: institutionId },
    details: { sealed },
  });
}

const anchorsOf = (db: Db, institutionId: number, kind: string, which: SQL = sql``) =>
  query<{ sealed: Sealed }>(db)`
    select details -> 'sealed' as sealed from audit_entries where institution_id = ${institutionId}
      and details ? 'sealed' and details #>> '{sealed,of}' = ${kind} ${which} order by id`;

/** Rows that are not as the log says: changed, added or removed past the product. */
export async function anchorProblems(db: Db, institutionId: number, of: AnchoredRows): Promise<string[]> {
  const rootOf = await mergedRoots(db, institutionId);
  const placeOf = (key: number, student: number) => `${key} ${rootOf(student)}`;
  const known = new Map<string, Set<string>>();
  let isComplete = false;
  for (const { sealed } of await anchorsOf(db, institutionId, of.kind)) {
    for (const [key, student] of sealed.gone ?? []) known.delete(placeOf(key, student));
    // Of two merged students either row may be left.
    for (const [key, student, digest] of sealed.rows ?? []) {
      const place = placeOf(key, student);
      known.set(place, (known.get(place) ?? new Set()).add(digest));
    }
    isComplete ||= sealed.isStart ?? false;
  }
  const problems: string[] = [];
  const there = new Set<string>();
  for (const { key, student, digest, words } of await currentRows(db, institutionId, of)) {
    const place = placeOf(key, student);
    there.add(place);
    const digests = known.get(place);
    if (digests ? !digests.has(digest) : isComplete)
      problems.push(`${words} ${digests ? 'was changed' : 'is not in the log: it was added or moved'} outside Akada.`);
  }
  const removed = [...known.keys()].filter((place) => !there.has(place)).map((place) => place.split(' ').map(Number));
  const names = await numbersOf(
    db,
    institutionId,
    removed.map(([, student]) => student!),
  );
  for (const [, student] of removed)
    problems.push(`One of the ${of.many} of ${names.get(student!) ?? `student ${student}`} was removed outside Akada.`);
  return problems;
}

/** A student's record, or the one that it was merged into, over several merges too. */
async function mergedRoots(db: Db, institutionId: number): Promise<(student: number) => number> {
  const rows = await query<{ id: number; into: number }>(db)`
    select id::bigint as id, merged_into_id::bigint as into from students
      where institution_id = ${institutionId} and merged_into_id is not null`;
  const into = new Map(rows.map((row) => [row.id, row.into]));
  return (student) => {
    let root = student;
    for (let next = into.get(root); next !== undefined; next = into.get(root)) root = next;
    return root;
  };
}

async function numbersOf(db: Db, institutionId: number, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: number; number: string }>(db)`
    select id::bigint as id, admission_number as number from students
      where institution_id = ${institutionId} and id = any (${sql.param(ids)}::bigint[])`;
  return new Map(rows.map(({ id, number }) => [id, number]));
}
