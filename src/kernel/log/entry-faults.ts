import type pg from 'pg';
import { type Row, sealedColumns, selectRows, sha256, entryInWords } from './sealed-row.ts';

/** Why a row cannot follow the previous one. */
export function wrongWith(row: Row, previous: Row | null): string | null {
  const wanted = Number(previous?.seq ?? 0) + 1;
  if (Number(row.seq) > wanted) {
    const missing = Number(row.seq) - wanted;
    return `${missing === 1 ? `Entry number ${wanted} was removed` : `Entries number ${wanted} to ${Number(row.seq) - 1} were removed`}: it comes before ${entryInWords(row)}.`;
  }
  if (!row.hash || !row.digest) return `The seal of ${entryInWords(row)} was removed.`;
  if (!sealed(row, previous?.hash, row.core).equals(row.hash))
    return `${capital(entryInWords(row))} was changed: when it was, who acted, what was done or to what.`;
  if (row.salt)
    return sha256(row.salt, row.content).equals(row.digest) ? null : `The words of ${entryInWords(row)} were changed.`;
  if (!row.newSalt || !row.newDigest)
    return `The words of ${entryInWords(row)} were changed: it looks redacted, and no erasure did that.`;
  return sha256(row.newSalt, row.content).equals(row.newDigest)
    ? null
    : `The words of ${entryInWords(row)} were changed after it was redacted.`;
}

const sealed = ({ digest }: Row, before: Buffer | null | undefined, entryCore: string) =>
  sha256(before ?? '', digest!, entryCore);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A transaction takes minutes; an entry that is older than that was inserted in another way. */
const day = 86_400_000;

const instant = (at: string) => Date.parse(at.replace(' UTC', 'Z').replace(' ', 'T'));

export const backdated = (row: Row, latest: string) =>
  latest && instant(latest) - instant(row.at) > day
    ? `${capital(entryInWords(row))} was inserted later: entries of ${latest} were sealed before it.`
    : null;

/** The expected entry is elsewhere: entries were reordered, or one was inserted before it. */
export async function movedFault(
  client: pg.Client,
  institutionId: number,
  row: Row,
  previous: Row | null,
): Promise<string | null> {
  const seq = Number(previous?.seq ?? 0) + 1;
  if (
    Number(row.seq) !== seq ||
    !row.digest ||
    sealed(row, previous?.hash, row.core).equals(row.hash ?? Buffer.alloc(0))
  )
    return null;
  const { rows } = await client.query<Row>(
    `${selectRows} where e.institution_id = $1 and e.hash = sha256(coalesce($2::bytea, '') || e.content_digest
       || convert_to(jsonb_build_array(${sealedColumns.replace('e.seq', '$3::bigint')})::text, 'UTF8')) limit 1`,
    [institutionId, previous?.hash ?? null, seq],
  );
  const [right] = rows;
  if (!right) return null;
  return Number(right.seq) === seq + 1 && !(await follows(client, institutionId, row, right))
    ? `${capital(entryInWords(row))} was inserted before ${entryInWords(right)}.`
    : `Entries were put in another order: entry ${right.id} belongs where ${entryInWords(row)} is.`;
}

/** Whether the row is the true successor of another one, so that they were swapped. */
async function follows(client: pg.Client, institutionId: number, row: Row, before: Row): Promise<boolean> {
  const { rows } = await client.query<{ core: string }>(
    `select jsonb_build_array(${sealedColumns.replace('e.seq', '$3::bigint')})::text as core from audit_entries e where institution_id = $1 and id = $2`,
    [institutionId, row.id, Number(row.seq) + 1],
  );
  return sealed(row, before.hash, rows[0]!.core).equals(row.hash ?? Buffer.alloc(0));
}
