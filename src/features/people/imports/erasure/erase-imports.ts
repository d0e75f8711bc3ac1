import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { files as fileRows } from '#kernel/tables.ts';
import type { Erasure } from '#kernel/personal-data/erasure.ts';
import { holds, nameFinder } from './find-person-in-file.ts';
import { isAtWork } from '../import-state.ts';
import type { ImportKind } from '../kinds/kind-words.ts';
import { importProblems, imports } from '../imports.schema.ts';

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
      !(await holds(files.path(storedAs), found.format.format, isNamed, found.corrections.cells))
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
    .innerJoin(fileRows, and(eq(fileRows.institutionId, imports.institutionId), eq(fileRows.id, imports.fileId)))
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
    .where(and(eq(imports.institutionId, institutionId), eq(imports.id, id)));
  // Requests to release it name admission numbers.
  await tx.execute(sql`update approvals set payload = '{}', outcome = coalesce(outcome, 'expired'),
      decided_at = coalesce(decided_at, now())
    where institution_id = ${institutionId} and subject_type = 'import' and subject_id = ${id}`);
  await tx.delete(fileRows).where(and(eq(fileRows.institutionId, institutionId), eq(fileRows.id, fileId)));
}
