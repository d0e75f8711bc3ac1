import { readFile } from 'node:fs/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { searchable } from '#kernel/searchable.ts';
import { files as fileRows } from '#kernel/tables.ts';
import { openTable } from '#features/imports/engine/table.ts';
import { isAtWork } from '#features/imports/import-state.ts';
import { importProblems, imports } from '#features/imports/imports.schema.ts';
import type { KindKey } from './subjects.ts';

/** How a file would name the person. */
export interface Named {
  /** Surname and first name, of each record that was merged into one. */
  names: { surname: string; firstName: string }[];
  contacts: string[];
  /** Admission or employee numbers; a guardian has none. */
  numbers: string[];
}

/**
 * Empties every import of the institution whose file holds the person: a row cannot be taken out of an uploaded file, so
 * the file goes, and the import keeps its figures. Returns where the files lie, to be discarded after the commit.
 */
export async function eraseFromImports(
  tx: Tx,
  files: Files,
  key: KindKey,
  institutionId: number,
  person: Named,
): Promise<string[]> {
  const kept = await tx
    .select({
      id: imports.id,
      kind: imports.kind,
      state: imports.state,
      format: imports.format,
      fileId: fileRows.id,
      name: fileRows.name,
      storedAs: fileRows.storedAs,
    })
    .from(imports)
    .innerJoin(fileRows, and(eq(fileRows.institutionId, imports.institutionId), eq(fileRows.id, imports.fileId)))
    .where(and(eq(imports.institutionId, institutionId), isNull(imports.emptiedAt)))
    .orderBy(imports.id)
    .for('update', { of: imports });
  const discarded: string[] = [];
  for (const { id, kind, state, format, fileId, name, storedAs } of kept) {
    const numbers = kind === key ? person.numbers : [];
    const isNamed = namer({ ...person, numbers });
    if (!isNamed([name]) && !(await holds(files.path(storedAs), format.format, isNamed))) continue;
    if (isAtWork(state))
      throw new Conflict('A file that holds this person is being imported now. Wait until that has ended.');
    const ofImport = and(eq(importProblems.institutionId, institutionId), eq(importProblems.importId, id));
    await tx.delete(importProblems).where(ofImport);
    await tx
      .update(imports)
      .set({
        fileId: null,
        fileName: isNamed([name]) ? 'Erased file' : name,
        emptiedAt: sql`now()`,
        emptiedByErasure: true,
        state: state === 'uploaded' || state === 'checked' ? 'cancelled' : state,
        finishedAt: sql`coalesce(${imports.finishedAt}, now())`,
        format: { ...format, columns: [] },
        mapping: [],
        newWords: {},
      })
      .where(and(eq(imports.institutionId, institutionId), eq(imports.id, id)));
    await tx.delete(fileRows).where(and(eq(fileRows.institutionId, institutionId), eq(fileRows.id, fileId)));
    discarded.push(storedAs);
  }
  return discarded;
}

/** Whether a row, or the headings above it, names the person. A file that is lost, or no longer readable, is told by its bytes. */
async function holds(
  path: string,
  format: Parameters<typeof openTable>[1],
  isNamed: (cells: string[]) => boolean,
): Promise<boolean> {
  const bytes = await readFile(path).catch(() => null);
  if (!bytes) return false;
  try {
    const { headers, rows } = await openTable(bytes, format);
    if (isNamed(headers)) return true;
    for await (const { cells } of rows) if (isNamed(cells)) return true;
    return false;
  } catch {
    return isNamed([bytes.toString('utf8')]);
  }
}

const inWords = (text: string) => ` ${searchable(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
const lastDigits = (text: string) => text.replace(/\D/g, '').slice(-9);

/** A row names the person with both names in whichever cells, with a telephone or address, or with the number. */
function namer({ names, contacts, numbers }: Named): (cells: string[]) => boolean {
  const wanted = names.map(({ surname, firstName }) => inWords(`${surname} ${firstName}`).trim().split(' '));
  const exact = new Set([...numbers, ...contacts.filter((one) => one.includes('@'))].map((one) => one.toLowerCase()));
  const phones = new Set(contacts.filter((one) => !one.includes('@')).map(lastDigits));
  return (cells) => {
    const text = inWords(cells.join(' '));
    return (
      wanted.some((words) => words.every((word) => text.includes(` ${word} `))) ||
      cells.some(
        (cell) =>
          exact.has(cell.trim().toLowerCase()) || cell.split(/[;,/]/).some((one) => phones.has(lastDigits(one))),
      )
    );
  };
}
