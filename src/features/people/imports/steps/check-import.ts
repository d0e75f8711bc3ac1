import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { checkbox, rowsOfForm } from '#kernel/schemas.ts';
import { guessColumns, isOfParent, isPupilsRoster } from '../engine/guess.ts';
import { skipColumn } from '../engine/form-values.ts';
import { hiddenColumns } from '../school/hidden-columns.ts';
import { isImport } from '../work/import-work.ts';
import { permittedActions } from '../import-actions.ts';
import { mayCheckAgain } from '../import-state.ts';
import { kindLabels } from '../kinds/kind-labels.ts';
import { lockImport } from './undo-import.ts';
import { mayUse } from '../school/may-use.ts';
import { rememberHeadings } from './start-import.ts';
import { findSameFile } from '../files/same-file.queries.ts';
import { refuseStalePlan, seen } from './run-import.ts';
import { loadSchool } from '../school/school.queries.ts';
import { imports, type ImportRow, type FileForm } from '../imports.schema.ts';
import type { LegacyEncoding } from '../engine/legacy-encodings.ts';
import { type Fields, type Field, type Roster, type Surroundings, canBeSame } from '../engine/field.ts';
import { Options, type Mapping } from '../engine/plan.ts';
import { requiredLabels, createRowReader, type Plan } from '../engine/row.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import type { ImportJob } from '../kinds/kind.ts';

export const CheckImport = Options.extend({
  // By column: 'mapping.0', 'mapping.1' … of a form, or a list.
  mapping: z.preprocess(
    rowsOfForm,
    z.array(
      z.preprocess((field) => (field === '' || field === skipColumn ? null : field), z.string().max(60).nullable()),
      'Choose a field for every column, or “Don’t import”.',
    ),
  ),
  tidyNames: checkbox,
  /** The user confirmed a file that was uploaded before. */
  repeat: checkbox,
  seen,
});
type Input = z.infer<typeof CheckImport>;

/** Saves the column mapping and queues a check of every row. Imports nothing. */
export async function checkImport(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  importId: number,
  { mapping, repeat, seen: shown, ...options }: Input,
): Promise<ImportRow> {
  const found = await lockImport(tx, actor, importId);
  if (found.emptiedAt) throw new Conflict('The file has been deleted. Upload it again.');
  if (!mayCheckAgain(found)) throw new Conflict('This import is already running. Reload the page to see it.');
  refuseStalePlan(found, shown);
  const { institutionId } = found;
  if (!repeat && !found.repeatConfirmed && (await findSameFile(tx, institutionId, found)))
    throw new ValidationError('mapping', 'This file was uploaded before. Select “Continue anyway” to import it again.');
  const { one } = kindLabels[found.kind];
  if (found.format.format.headings === 'none' && !options.firstRow)
    throw new ValidationError('firstRow', `The file has no headings. Is its first row ${withArticle(one)}?`);
  const format = encodedAs(found.format, options.encoding);
  const { roster, surroundings } = await loadSchool(tx, found.institutionId, found.kind);
  const canImport = mayUse(actor, found.institutionId, roster);
  const guesses = guessColumns(found.format.columns, roster, surroundings, canImport);
  refuseHidden(found, mapping, hiddenColumns(found, guesses, roster, canImport));
  refuseUnclear(
    found,
    mapping,
    Object.fromEntries(Object.entries(roster.fields).filter(([, field]) => canImport(field))),
  );
  if (found.kind === 'guardians') refusePupils(found, mapping);
  refuseSame(mapping, options, roster, surroundings, canImport);
  const headers = found.format.columns.map(({ header }) => header);
  const guessed = guesses.map(({ field }) => field);
  await rememberHeadings(tx, { institutionId, kind: found.kind }, headers, guessed, mapping);
  const job: ImportJob = { institutionId: found.institutionId, importId };
  await tx
    .update(imports)
    .set({
      mapping,
      options,
      format,
      state: 'checking',
      mode: null,
      checkedCount: 0,
      goodCount: 0,
      badCount: 0,
      doneCount: 0,
      failure: null,
      finishedAt: null,
      repeatConfirmed: found.repeatConfirmed || repeat,
      actingAccountId: actor.accountId,
      acts: permittedActions(actor, institutionId, found.kind),
    })
    .where(isImport(job));
  await jobs.send(tx, 'imports.check', job, { group: job.institutionId });
  return found;
}

/** Mapping a restricted column to another field would reveal its values. Users without access can only skip the column, and cannot change a mapping that a user with access has made. */
function refuseHidden(
  { format, mapping: saved }: ImportRow,
  mapping: Input['mapping'],
  hidden: ReadonlySet<string>,
): void {
  const errors: Record<string, string> = {};
  format.columns.forEach(({ header }, at) => {
    if (!hidden.has(header)) return;
    if (saved[at])
      errors['mapping'] =
        'This file has columns that you don’t have access to. Ask a colleague who has access to continue.';
    else if (mapping[at]) errors[`mapping.${at}`] = 'You don’t have access to this column. Choose “Don’t import”.';
  });
  const [first] = Object.entries(errors);
  if (first) throw new ValidationError(...first, errors);
}

/** Names of students never become guardians. */
function refusePupils({ format }: ImportRow, mapping: Input['mapping']): void {
  const headers = format.columns.map(({ header }) => header);
  const at = mapping.findIndex(
    (field, index) => ['surname', 'firstName', 'fullName'].includes(field ?? '') && !isOfParent(headers[index]!),
  );
  if (at < 0 || !isPupilsRoster(headers)) return;
  const message = `This is a list of students, so “${headers[at]}” is the student’s. Import it as students: their guardians are added and linked in the same import.`;
  throw new ValidationError('mapping', message, { mapping: message, [`mapping.${at}`]: message });
}

function refuseUnclear({ format }: ImportRow, mapping: Input['mapping'], fields: Fields): void {
  if (mapping.length !== format.columns.length)
    throw new ValidationError('mapping', 'Choose a field for every column, or “Don’t import”.');
  const errors: Record<string, string> = {};
  mapping.forEach((field, at) => {
    const first = mapping.indexOf(field);
    if (field && !fields[field]) errors[`mapping.${at}`] = 'Choose a field from the list.';
    else if (field && first < at) {
      errors[`mapping.${at}`] =
        `${fields[field]!.label} is already mapped to the column “${format.columns[first]!.header}”. Choose a different field.`;
    }
  });
  const missing = requiredLabels(mapping, fields);
  const [first] = Object.values(errors);
  if (missing.length)
    errors['mapping'] =
      `Choose the column for the ${missing.map((label) => label.toLowerCase()).join(' and the ')}, or map a column to the full name.`;
  if (missing.length || first) throw new ValidationError('mapping', errors['mapping'] ?? first!, errors);
}

/** The file as the user says it was written; refused while that is in doubt and nobody has said it. */
function encodedAs(found: FileForm, encoding: LegacyEncoding | null | undefined): FileForm {
  const { format } = found;
  if (format.kind !== 'csv' || !format.readings) return found;
  if (!encoding)
    throw new ValidationError('encoding', 'Choose how the names read: the file does not say how it was saved.');
  return { ...found, format: { ...format, encoding } };
}

/** Refuses values for all rows that cannot be read, and those of fields with a column or that the user has no access to. */
function refuseSame(
  mapping: Mapping,
  { same, dateOrder }: Options,
  roster: Roster,
  surroundings: Surroundings,
  canImport: (field: Field) => boolean,
): void {
  const errors: Record<string, string> = {};
  same.forEach(({ field: key, value }, at) => {
    const field = roster.fields[key];
    if (!field || !canImport(field) || !canBeSame(key, field))
      errors[`same.${at}.field`] = 'Choose a field from the list.';
    else if (mapping.includes(key))
      errors[`same.${at}.field`] = `${field.label} already has a column. Remove one of the two.`;
    else if (same.findIndex((other) => other.field === key) < at)
      errors[`same.${at}.field`] = `${field.label} has two values. Remove one.`;
    else {
      const plan: Plan = {
        headers: ['value'],
        columns: [key],
        tidyNames: false,
        surnameStands: 'first',
        notation: 'point',
        dateOrders: [dateOrder ?? 'dmy'],
      };
      const read = createRowReader(plan, roster, surroundings);
      // Other fields of a person are missing here; only this one is asked about.
      const problem = read({ number: 1, cells: [value] }).problems.find(({ column }) => column === 'value');
      if (problem) errors[`same.${at}.value`] = problem.message;
    }
  });
  const [first] = Object.entries(errors);
  if (first) throw new ValidationError(...first, errors);
}
