import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, Refused } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs.ts';
import { checkbox } from '#kernel/schemas.ts';
import type { Fields } from './engine/field.ts';
import { guessColumns } from './engine/guess.ts';
import { leaveOut } from './engine/leave-out.ts';
import { Options } from './engine/plan.ts';
import { requiredLabels } from './engine/row.ts';
import { hiddenColumns } from './hidden-columns.ts';
import { isImport, type ImportJob } from './import-work.ts';
import { actsOf } from './import-acts.ts';
import { mayCheckAgain } from './import-state.ts';
import { imports, type ImportRow } from './imports.schema.ts';
import { lockImport } from './lock-import.ts';
import { mayUse } from './may-use.ts';
import { findSameFile } from './same-file.queries.ts';
import { refuseUnseen, seen } from './seen-plan.ts';
import { loadSchool } from './school.queries.ts';

export const CheckImport = Options.extend({
  // By column: 'mapping.0', 'mapping.1' … of a form, or a list.
  mapping: z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? Object.values(value) : value),
    z.array(
      z.preprocess((field) => (field === '' || field === leaveOut ? null : field), z.string().max(60).nullable()),
      'Say for every column what it holds.',
    ),
  ),
  tidyNames: checkbox,
  /** The same file was uploaded before, and it is meant. */
  repeat: checkbox,
  seen,
});
type Input = z.infer<typeof CheckImport>;

/** Takes down what the columns mean and has every row checked. Nothing is imported by it. */
export async function checkImport(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  importId: number,
  { mapping, repeat, seen: shown, ...options }: Input,
): Promise<ImportRow> {
  const found = await lockImport(tx, actor, importId);
  if (found.emptiedAt) throw new Conflict('The file is no longer kept. Upload it again.');
  if (!mayCheckAgain(found)) throw new Conflict('This import is already under way. Load the page again to see it.');
  refuseUnseen(found, shown);
  const { institutionId } = found;
  if (!repeat && !found.repeatConfirmed && (await findSameFile(tx, institutionId, found)))
    throw new Refused('mapping', 'This file was uploaded before. Say that you want to continue with it anyway.');
  const { roster, surroundings } = await loadSchool(tx, found.institutionId, found.kind);
  const mayBringIn = mayUse(actor, found.institutionId, roster);
  const guesses = guessColumns(found.format.columns, roster, surroundings, mayBringIn);
  refuseHidden(found, mapping, hiddenColumns(found, guesses, roster, mayBringIn));
  refuseUnclear(
    found,
    mapping,
    Object.fromEntries(Object.entries(roster.fields).filter(([, field]) => mayBringIn(field))),
  );
  const job: ImportJob = { institutionId: found.institutionId, importId };
  await tx
    .update(imports)
    .set({
      mapping,
      options,
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
      acts: actsOf(actor, institutionId, found.kind),
    })
    .where(isImport(job));
  await jobs.send(tx, 'imports.check', job, { group: job.institutionId });
  return found;
}

/**
 * Called something else, what a column holds would come to light: who may not see it can only leave it out, and not even
 * that where somebody who may has said what it is.
 */
function refuseHidden(
  { format, mapping: said }: ImportRow,
  mapping: Input['mapping'],
  hidden: ReadonlySet<string>,
): void {
  const errors: Record<string, string> = {};
  format.columns.forEach(({ header }, at) => {
    if (!hidden.has(header)) return;
    if (said[at])
      errors['mapping'] = 'This file has columns that you may not see. Let whoever may see them go on with it.';
    else if (mapping[at]) errors[`mapping.${at}`] = 'You may not see what this column holds. Leave it out.';
  });
  const [first] = Object.entries(errors);
  if (first) throw new Refused(...first, errors);
}

function refuseUnclear({ format }: ImportRow, mapping: Input['mapping'], fields: Fields): void {
  if (mapping.length !== format.columns.length) throw new Refused('mapping', 'Say for every column what it holds.');
  const errors: Record<string, string> = {};
  mapping.forEach((field, at) => {
    const first = mapping.indexOf(field);
    if (field && !fields[field]) errors[`mapping.${at}`] = 'Choose a field from the list.';
    else if (field && first < at) {
      errors[`mapping.${at}`] =
        `${fields[field]!.label} is already chosen for the column “${format.columns[first]!.header}”. Choose it once.`;
    }
  });
  const missing = requiredLabels(mapping, fields);
  const [first] = Object.values(errors);
  if (missing.length)
    errors['mapping'] =
      `Say which column holds the ${missing.map((label) => label.toLowerCase()).join(' and the ')}, or choose one with the full name.`;
  if (missing.length || first) throw new Refused('mapping', errors['mapping'] ?? first!, errors);
}
