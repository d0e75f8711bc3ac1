import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { requireConfirmed } from '#kernel/confirmed.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { isImport } from '../work/import-work.ts';
import { permittedActions } from '../import-actions.ts';
import { importModes } from '../import-state.ts';
import { imports, type ImportRow } from '../imports.schema.ts';
import { kinds } from '../kinds/all.ts';
import { kindWords } from '../kinds/kind-words.ts';
import { lockImport } from './lock-import.ts';
import { mayUse } from '../school/may-use.ts';
import { refuseStalePlan, seen } from './plan-version.ts';
import { loadSchool } from '../school/school.queries.ts';
import type { ImportJob } from '../kinds/kind.ts';

export const RunImport = z.object({
  mode: z.enum(importModes, 'Choose whether to import all rows or valid rows only.'),
  seen,
});

/** Credit in opening balances is asked for, or somebody has agreed to it. */
export type Release = { ask: (found: ImportRow) => Promise<Requested> } | { by: number | null };

/** Queues the import of a checked file; opening balances with credit wait for a second person. */
export async function runImport(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  importId: number,
  { mode, seen: shown }: z.infer<typeof RunImport>,
  release: Release,
): Promise<Requested | null> {
  const found = await lockImport(tx, actor, importId);
  if (found.state !== 'checked') throw new Conflict('This import can’t be started now. Reload the page to see why.');
  refuseStalePlan(found, shown);
  const acts = permittedActions(actor, found.institutionId, found.kind);
  if (acts.join() !== found.acts.join())
    throw new ValidationError(
      'mode',
      'Your permissions differ from those of the person who checked this file. Select “Change columns”, check the file again and review the skipped rows.',
    );
  if (found.goodCount === 0)
    throw new ValidationError('mode', 'No row can be imported. Fix the problems and upload the file again.');
  const { isWhole } = kinds[found.kind];
  if (isWhole) await requireConfirmed(tx, actor);
  if (isWhole && (mode !== 'all' || found.badCount > 0)) throw new ValidationError('mode', isWhole);
  if (mode === 'all' && found.badCount > 0)
    throw new ValidationError('mode', 'Some rows have problems. Fix them, or import valid rows only.');
  const { roster } = await loadSchool(tx, found.institutionId, found.kind);
  const canImport = mayUse(actor, found.institutionId, roster);
  const used = [...found.mapping, ...(found.options.same ?? []).map(({ field }) => field)];
  if (used.some((key) => key !== null && roster.fields[key] && !canImport(roster.fields[key])))
    throw new ValidationError(
      'mode',
      'This file has columns that you don’t have access to. Ask a colleague who has access to import it.',
    );
  const credit = found.amounts.credit?.total ?? 0;
  if (credit > 0 && 'ask' in release) return release.ask(found);
  const job: ImportJob = { institutionId: found.institutionId, importId };
  await tx
    .update(imports)
    .set({
      actingAccountId: actor.accountId,
      state: 'running',
      mode,
      doneCount: 0,
      importedCount: 0,
      failure: null,
      approvedBy: 'by' in release ? release.by : null,
      approvedCredit: credit,
    })
    .where(isImport(job));
  await record(tx, actor, `${found.kind}.import.start`, {
    institutionId: found.institutionId,
    subject: { type: 'import', id: importId },
    summary: `started to import ${found.goodCount} ${found.goodCount === 1 ? 'row' : 'rows'} of ${kindWords[found.kind].many} from a file`,
    details: { mode },
  });
  await jobs.send(tx, 'imports.run', job, { group: job.institutionId });
  return null;
}
