import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import type { Files } from '#kernel/files.ts';
import { searchable } from '#kernel/searchable.ts';
import { files as fileRows } from '#kernel/tables.ts';
import type { Format } from '#features/imports/engine/table.ts';
import { Unreadable } from '#features/imports/engine/unreadable.ts';
import { openFile } from '#features/imports/reader/read-table.ts';
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
 * the file goes, and the import keeps its figures. Returns where the files lie, to be discarded after the commit, and which
 * imports had a file that was itself called like the person.
 */
export async function eraseFromImports(
  tx: Tx,
  files: Files,
  key: KindKey,
  institutionId: number,
  person: Named,
): Promise<{ discarded: string[]; namedIds: number[] }> {
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
  const namedIds: number[] = [];
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
    if (isNamed([name])) namedIds.push(id);
  }
  return { discarded, namedIds };
}

// Apart from the turns of imports: an erasure holds the rows of the institution's imports, and who has a turn may wait for them.
const inTurn = takeTurns(1);
const rowsATime = 500;

/** Whether a row, or the headings above it, names the person. */
const holds = (path: string, format: Format, isNamed: (cells: string[]) => boolean): Promise<boolean> =>
  inTurn(AbortSignal.timeout(120_000), async () => {
    if (await access(path).catch(() => true)) return false;
    try {
      const { headers, pieces, close } = await openFile(path, format, rowsATime, AbortSignal.timeout(120_000));
      if (isNamed(headers)) {
        close();
        return true;
      }
      for await (const piece of pieces) if (piece.some(({ cells }) => isNamed(cells))) return true;
      return false;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      // Of a workbook that can no longer be read nobody can say that the person is not in it.
      return format.kind === 'xlsx' || isInText(path, isNamed);
    }
  });

/** A text that is no longer readable as a table, a little at a time. */
async function isInText(path: string, isNamed: (cells: string[]) => boolean): Promise<boolean> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 64 * 1024 })) {
    const text = rest + (chunk as string);
    if (isNamed(text.split(/[\r\n,;\t|]+/)) || isNamed([text])) return true;
    rest = text.slice(-1000);
  }
  return false;
}

const inWords = (text: string) => ` ${searchable(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
const lastDigits = (text: string) => text.replace(/\D/g, '').slice(-9);

/** A row names the person with both names in whichever cells, with a telephone or address, or with the number. */
function namer({ names, contacts, numbers }: Named): (cells: string[]) => boolean {
  const wanted = names
    .map(({ surname, firstName }) => inWords(`${surname} ${firstName}`).trim().split(' '))
    .filter(([first]) => first);
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
