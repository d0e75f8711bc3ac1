import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Tx, hasKey } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { files as fileRows } from '#kernel/tables.ts';
import type { Erasure } from '#kernel/personal-data/erasure.ts';
import { isAtWork } from '../import-state.ts';
import type { ImportKind } from '../kinds/kind-labels.ts';
import { importProblems, imports } from '../imports.schema.ts';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { takeTurns } from '#kernel/export/turns.ts';
import { searchable } from '#kernel/searchable.ts';
import type { Corrections } from '../engine/field.ts';
import type { Format } from '../engine/table.ts';
import { Unreadable } from '../engine/headers.ts';
import { openFile } from '../reader/read-table.ts';
import type { SourceRow } from '../engine/workbook.ts';

/**
 * Empties every import of the institution whose file names the person: a row cannot be taken out of an uploaded file, so
 * the file goes, and the import keeps its figures.
 */
export async function eraseImportFiles(erasure: Erasure): Promise<void> {
  const { tx, files, institutionId, kind } = erasure;
  for (const { fileName, storedAs, ...found } of await lockImportsWithFiles(tx, institutionId)) {
    const isNamed = nameFinder(erasure, peopleIn(found.kind) === kind.people);
    if (
      !isNamed([fileName]) &&
      !(await holds(await files.local(storedAs), found.format.format, isNamed, found.corrections.cells))
    )
      continue;
    if (isAtWork(found.state))
      throw new Conflict('A file with this person in it is being imported. Wait until the import has ended.');
    await emptyImport(tx, institutionId, { ...found, fileName: isNamed([fileName]) ? 'Erased file' : fileName });
    erasure.found.storedFiles.push(storedAs);
    if (isNamed([fileName])) erasure.found.imports.push(found.id);
  }
}

/** Balances and results are of students. */
const peopleIn = (kind: ImportKind) => (kind === 'openings' || kind === 'results' ? 'students' : kind);

const lockImportsWithFiles = (tx: Tx, institutionId: number) =>
  tx
    .select({
      id: imports.id,
      kind: imports.kind,
      state: imports.state,
      format: imports.format,
      corrections: imports.corrections,
      fileId: fileRows.id,
      fileName: fileRows.name,
      storedAs: fileRows.storedAs,
    })
    .from(imports)
    .innerJoin(fileRows, hasKey(fileRows, imports.institutionId, imports.fileId))
    .where(and(eq(imports.institutionId, institutionId), isNull(imports.emptiedAt)))
    .orderBy(imports.id)
    .for('update', { of: imports });

type ImportWithFile = Omit<Awaited<ReturnType<typeof lockImportsWithFiles>>[number], 'storedAs' | 'corrections'>;

async function emptyImport(tx: Tx, institutionId: number, { id, state, format, fileId, fileName }: ImportWithFile) {
  await tx
    .delete(importProblems)
    .where(and(eq(importProblems.institutionId, institutionId), eq(importProblems.importId, id)));
  await tx
    .update(imports)
    .set({
      fileId: null,
      fileName,
      emptiedAt: sql`now()`,
      emptiedByErasure: true,
      state: state === 'uploaded' || state === 'checked' ? 'cancelled' : state,
      finishedAt: sql`coalesce(${imports.finishedAt}, now())`,
      format: { ...format, columns: [] },
      mapping: [],
      newWords: {},
      corrections: {},
      preview: {},
      counts: sql`${imports.counts} - 'replaced'`,
      amounts: sql`${imports.amounts} #- '{credit,largest}'`,
    })
    .where(hasKey(imports, institutionId, id));
  // Requests to release it name admission numbers.
  await tx.execute(sql`update approvals set payload = '{}', outcome = coalesce(outcome, 'expired'),
      decided_at = coalesce(decided_at, now())
    where institution_id = ${institutionId} and subject_type = 'import' and subject_id = ${id}`);
  await tx.delete(fileRows).where(hasKey(fileRows, institutionId, fileId));
}

type IsNamed = (cells: string[]) => boolean;

/** Tells whether cells name the person: with both names, a telephone number, an address or the number. */
function nameFinder(
  { bearers, contacts, numbers }: Pick<Erasure, 'bearers' | 'contacts' | 'numbers'>,
  isSameKind: boolean,
): IsNamed {
  const wanted = bearers
    .map(({ surname, firstName }) => inWords(`${surname} ${firstName}`).trim().split(' '))
    .filter(([first]) => first);
  const addresses = contacts.filter((contact) => contact.includes('@'));
  const exact = new Set([...(isSameKind ? numbers : []), ...addresses].map((text) => text.toLowerCase()));
  const phones = new Set(contacts.filter((contact) => !contact.includes('@')).map(lastDigits));
  return (cells) => {
    const text = inWords(cells.join(' '));
    return (
      wanted.some((words) => words.every((word) => text.includes(` ${word} `))) ||
      cells.some(
        (cell) =>
          exact.has(cell.trim().toLowerCase()) || cell.split(/[;,/]/).some((part) => phones.has(lastDigits(part))),
      )
    );
  };
}

const inWords = (text: string) => ` ${searchable(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
const lastDigits = (text: string) => text.replace(/\D/g, '').slice(-9);

// Not the turns of imports: an erasure locks the rows of the institution's imports, for which a running import may wait.
const inTurn = takeTurns(1);
const rowsATime = 500;

/** Whether a row, also as it was corrected, or the headings above it, names the person. */
const holds = (
  path: string,
  format: Format,
  isNamed: IsNamed,
  corrected: Corrections['cells'] = {},
): Promise<boolean> =>
  inTurn(AbortSignal.timeout(120_000), async () => {
    if (await access(path).catch(() => true)) return false;
    try {
      const { headers, pieces, close } = await openFile(path, format, rowsATime, AbortSignal.timeout(120_000));
      if (isNamed(headers)) {
        close();
        return true;
      }
      for await (const piece of pieces)
        if (piece.some((row) => isNamed(row.cells) || isNamed(withCorrections(row, corrected)))) return true;
      return false;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      // Nobody can say that the person is not in a workbook that cannot be read.
      return format.kind === 'xlsx' || isInText(path, isNamed);
    }
  });

const withCorrections = ({ number, cells }: SourceRow, corrected: NonNullable<Corrections['cells']>): string[] => {
  const ofRow = corrected[number];
  return ofRow ? cells.map((cell, at) => ofRow[at] ?? cell) : [];
};

/** A text that is no longer readable as a table, a little at a time. */
async function isInText(path: string, isNamed: IsNamed): Promise<boolean> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 64 * 1024 })) {
    const text = rest + (chunk as string);
    if (isNamed(text.split(/[\r\n,;\t|]+/)) || isNamed([text])) return true;
    rest = text.slice(-1000);
  }
  return false;
}
