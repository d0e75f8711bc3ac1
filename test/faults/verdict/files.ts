import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Notes } from '#test/faults/notes.ts';

// What was read once is not read again: a stored file never changes.
const known = new Map<string, string>();

/** Every file of the database is whole on the disk, and the logo is the last that was acknowledged or a later one. */
export async function logoAndFiles(client: pg.Client, institutionId: number, notes: Notes, dataFolder: string) {
  const { rows } = await client.query<{ name: string; purpose: string; size: number; sha256: string; at: string }>(
    `select f.name, f.purpose, f.size::int, f.sha256, f.stored_as as at from files f`,
  );
  const problems = rows.flatMap(({ name, size, sha256, at }) =>
    hashOf(join(dataFolder, 'files', at)) === `${size} ${sha256}` ? [] : [`the file ${name} is not whole on the disk`],
  );
  const { rows: logos } = await client.query<{ name: string | null; entries: number; isLast: boolean }>(
    `select f.name, (select count(*)::int from files where institution_id = $1 and purpose = 'logo') as entries,
       i.logo_file_id is not distinct from (select (details ->> 'to')::bigint from audit_entries
         where institution_id = $1 and action = 'institutions.setLogo' order by id desc limit 1) as "isLast"
     from institutions i left join files f on (f.institution_id, f.id) = (i.id, i.logo_file_id) where i.id = $1`,
    [institutionId],
  );
  const [logo] = logos;
  const lastDone = notes.logos.findLastIndex(({ isAcknowledged }) => isAcknowledged);
  const at = notes.logos.findIndex(({ name }) => name === logo?.name);
  if (at < lastDone || (at >= 0 && notes.logos[at]!.isDenied))
    problems.push(`the logo is ${logo?.name}, and ${notes.logos[lastDone]?.name} was acknowledged last`);
  if ((logo?.entries ?? 0) > 1) problems.push(`${logo!.entries} logos are kept`);
  if (notes.logos.length && !logo?.isLast) problems.push('the logo is not what the audit log says');
  return problems;
}

function hashOf(path: string) {
  const found = known.get(path);
  if (found) return found;
  try {
    const content = readFileSync(path);
    const hash = `${content.length} ${createHash('sha256').update(content).digest('hex')}`;
    known.set(path, hash);
    return hash;
  } catch {
    return 'nothing';
  }
}

/** Stored by requests that then died: no harm, but they take room. */
export async function strayFiles(client: pg.Client, dataFolder: string) {
  const { rows } = await client.query<{ at: string }>('select stored_as as at from files');
  const kept = new Set(rows.map(({ at }) => at));
  const folder = join(dataFolder, 'files');
  const there = statSync(folder, { throwIfNoEntry: false })
    ? (readdirSync(folder, { recursive: true }) as string[]).filter((name) => /^..\/.{40}$/.test(name))
    : [];
  return there.filter((name) => !kept.has(name)).length;
}
