import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { isChosen, valueKey } from '../engine/field.ts';
import { guessColumns } from '../engine/guess.ts';
import { meaningActs } from '../engine/form-values.ts';
import { importProblems, type ImportRow } from '../imports.schema.ts';
import { hiddenColumns } from '../school/hidden-columns.ts';
import { mayUse } from '../school/may-use.ts';
import { loadSchool } from '../school/school.queries.ts';
import { rememberMeanings } from './start-import.ts';
import { seen, checkAgain, lockChecked } from './run-import.ts';
import { rowsOfForm } from '#kernel/schemas.ts';
import type { School } from '../kinds/kind.ts';
import { searchable } from '#kernel/searchable.ts';
import { addListValue, AddListValue } from '#features/records/lookups/change-lists.ts';
import { createBatch, BatchFields } from '#features/school/structure/batches/create-batch.ts';
import { academicSessions, classes } from '#features/school/structure/structure.schema.ts';

/** The class, arm and seats of a batch that is added while values are corrected. */
const NewBatch = z.object({
  classId: z.string().max(20).default(''),
  arm: z.string().trim().max(40, 'Use at most 40 characters for the arm.').default(''),
  capacity: z.string().max(6).default(''),
});

interface Wanted {
  key: string;
  value: string;
  /** The place in the form. */
  at: number;
  batch: z.infer<typeof NewBatch>;
}

/** Adds a value of the file to the school's list, or a batch for it; returns what the value means from now on. */
async function addValue(
  tx: Tx,
  actor: Actor,
  { roster, words }: School,
  { institutionId }: ImportRow,
  { key, value, at, batch }: Wanted,
): Promise<string> {
  const { list } = roster.fields[key]!;
  if (key !== 'batch' && !list)
    throw new ValidationError(`words.${at}.means`, 'Nothing can be added to this field. Choose a value.');
  // A colleague may have added it meanwhile.
  const known = list && words.get(list)?.get(searchable(value));
  if (known) return known;
  try {
    if (list) {
      const input = AddListValue.parse({ institutionId, list, name: value });
      await addListValue(tx, actor, input);
      return input.name;
    }
    return await addBatch(tx, actor, institutionId, batch);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(`words.${at}.means`, error.message);
  }
}

async function addBatch(tx: Tx, actor: Actor, institutionId: number, { classId, arm, capacity }: Wanted['batch']) {
  const [[session], [found]] = await Promise.all([
    tx
      .select({ id: academicSessions.id })
      .from(academicSessions)
      .where(and(eq(academicSessions.institutionId, institutionId), academicSessions.isCurrent)),
    tx
      .select({ id: classes.id, name: classes.name })
      .from(classes)
      .where(and(eq(classes.institutionId, institutionId), eq(classes.id, Number(classId) || 0))),
  ]);
  if (!session) throw new ValidationError('form', 'There is no current session. Choose one in the settings first.');
  if (!found) throw new ValidationError('form', 'Choose the class that is added to.');
  const name = `${found.name} ${arm}`.trim();
  const fields = BatchFields.safeParse({
    classId: found.id,
    sessionId: session.id,
    arm,
    name,
    capacity: capacity || 40,
  });
  if (!fields.success) throw new ValidationError('form', fields.error.issues[0]!.message);
  await createBatch(tx, actor, fields.data);
  return name;
}

/** More rows than any file may have. */
const longestFile = 10_000_000;

const rows = <Row extends z.ZodType>(row: Row, most: number) =>
  z.preprocess(rowsOfForm, z.array(row).max(most, 'Correct fewer values at a time.').default([]));

export const CorrectImport = z.object({
  /** Values and what they mean ('words.0.value' in a form). */
  words: rows(
    z.object({
      field: z.string().max(60),
      value: z.string().min(1).max(200),
      means: z.string().trim().max(300).default(''),
      ...NewBatch.shape,
    }),
    300,
  ),
  /** Single cells, with the value that was shown. */
  cells: rows(
    z.object({
      row: z.coerce.number().int().positive().max(longestFile, 'This row is not in the file.'),
      column: z.string().max(500),
      value: z.string().trim().max(300, 'Use at most 300 characters.'),
      was: z.string().default(''),
    }),
    1000,
  ),
  seen,
});
type Input = z.infer<typeof CorrectImport>;

/** More than this is quicker in the file. */
const mostCells = 2000;

/** Saves what values mean and corrected cells, remembers the values for the next file, and queues another check. */
export async function correctImport(tx: Tx, actor: Actor, jobs: Jobs, importId: number, input: Input): Promise<void> {
  const found = await lockChecked(tx, actor, importId, input.seen);
  const { institutionId, kind } = found;
  const school = await loadSchool(tx, institutionId, kind);
  const words = await meaningsIn(tx, actor, found, school, input);
  const cells = await cellsIn(tx, actor, found, school, input);
  if (words.length + cells.length === 0)
    throw new ValidationError('form', 'Nothing was corrected. Choose or enter a value first.');
  const corrections = structuredClone(found.corrections);
  for (const { field, value, means } of words) {
    const ofField = ((corrections.words ??= {})[field] ??= {});
    if (means === null) delete ofField[valueKey(value)];
    else ofField[valueKey(value)] = { value, means };
  }
  for (const { row, at, value } of cells) ((corrections.cells ??= {})[row] ??= {})[at] = value;
  const count = Object.values(corrections.cells ?? {}).reduce((total, ofRow) => total + Object.keys(ofRow).length, 0);
  if (count > mostCells)
    throw new ValidationError(
      'form',
      'Too many cells are corrected here. Download the problems, fix them in the file and import that.',
    );
  await rememberMeanings(tx, { institutionId, kind }, words);
  await record(tx, actor, `${kind}.import.correct`, {
    institutionId,
    subject: { type: 'import', id: importId },
    summary: `corrected ${counted(words.length, 'value')} and ${counted(cells.length, 'cell')} of a file before its import`,
    details: { fields: [...new Set(words.map(({ field }) => field))] },
  });
  await checkAgain(tx, actor, jobs, found, { corrections });
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The chosen meanings; null removes one. Values that are added to the school's lists are added here. */
async function meaningsIn(tx: Tx, actor: Actor, found: ImportRow, school: School, { words }: Input) {
  const canImport = mayUse(actor, found.institutionId, school.roster);
  const result: { field: string; value: string; means: string | null }[] = [];
  for (const [at, { field: key, value, means, ...batch }] of words.entries()) {
    if (!means) continue;
    const field = school.roster.fields[key];
    if (!field || !isChosen(key, field) || !canImport(field))
      throw new ValidationError(
        `words.${at}.means`,
        'This field can’t be corrected here. Reload the page and try again.',
      );
    if (means === meaningActs.asWritten) result.push({ field: key, value, means: null });
    else if (means === meaningActs.blank) result.push({ field: key, value, means: '' });
    else if (means === meaningActs.add)
      result.push({ field: key, value, means: await addValue(tx, actor, school, found, { key, value, at, batch }) });
    else {
      if (key === 'batch' && !school.surroundings.batches.find(means, ''))
        throw new ValidationError(
          `words.${at}.means`,
          `${means} is no longer open. Choose another ${school.surroundings.batches.word}.`,
        );
      result.push({ field: key, value, means });
    }
  }
  return result;
}

/** The corrected cells: of rows with a problem in that column, and of columns that the user can import. */
async function cellsIn(tx: Tx, actor: Actor, found: ImportRow, { roster, surroundings }: School, { cells }: Input) {
  const changed = cells.filter(({ value, was }) => value !== was);
  if (changed.length === 0) return [];
  const canImport = mayUse(actor, found.institutionId, roster);
  const { columns } = found.format;
  const hidden = hiddenColumns(found, guessColumns(columns, roster, surroundings, canImport), roster, canImport);
  const problems = await tx
    .select({ row: importProblems.rowNumber, column: importProblems.columnName })
    .from(importProblems)
    .where(
      and(
        eq(importProblems.institutionId, found.institutionId),
        eq(importProblems.importId, found.id),
        inArray(
          importProblems.rowNumber,
          changed.map(({ row }) => row),
        ),
      ),
    );
  const known = new Set(problems.map(({ row, column }) => `${row} ${column}`));
  return changed.map(({ row, column, value }) => {
    const at = columns.findIndex(({ header }) => header === column);
    if (at < 0 || !found.mapping[at] || hidden.has(column) || !known.has(`${row} ${column}`))
      throw new ValidationError(
        'form',
        `Row ${row} no longer has a problem in that column. Reload the page and try again.`,
      );
    return { row, at, value };
  });
}
