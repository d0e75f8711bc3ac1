import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, Refused } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs.ts';
import { isImport, type ImportJob } from './import-work.ts';
import { actsOf } from './import-acts.ts';
import { importModes } from './import-state.ts';
import { imports } from './imports.schema.ts';
import { kindWords } from './kinds/kind-words.ts';
import { lockImport } from './lock-import.ts';
import { mayUse } from './may-use.ts';
import { refuseUnseen, seen } from './seen-plan.ts';
import { loadSchool } from './school.queries.ts';

export const RunImport = z.object({
  mode: z.enum(importModes, 'Choose whether to import all rows or only the good ones.'),
  seen,
});

/** Starts the import of a checked file. */
export async function runImport(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  importId: number,
  { mode, seen: shown }: z.infer<typeof RunImport>,
): Promise<void> {
  const found = await lockImport(tx, actor, importId);
  if (found.state !== 'checked')
    throw new Conflict('This import cannot be started now. Load the page again to see why.');
  refuseUnseen(found, shown);
  const acts = actsOf(actor, found.institutionId, found.kind);
  if (acts.join() !== found.acts.join())
    throw new Refused(
      'mode',
      'Your permissions are other than those of the person who had this file checked. Change the columns, have it checked again, and look at what would be left out.',
    );
  if (found.goodCount === 0)
    throw new Refused('mode', 'No row can be imported. Mend the problems and upload the file again.');
  if (mode === 'all' && found.badCount > 0)
    throw new Refused('mode', 'Some rows have problems. Mend them, or import only the good rows.');
  const { roster } = await loadSchool(tx, found.institutionId, found.kind);
  const mayBringIn = mayUse(actor, found.institutionId, roster);
  if (found.mapping.some((key) => key !== null && roster.fields[key] && !mayBringIn(roster.fields[key])))
    throw new Refused('mode', 'This file has columns that you may not see. Let whoever may see them import it.');
  const job: ImportJob = { institutionId: found.institutionId, importId };
  await tx
    .update(imports)
    .set({ actingAccountId: actor.accountId, state: 'running', mode, doneCount: 0, importedCount: 0, failure: null })
    .where(isImport(job));
  await record(tx, actor, `${found.kind}.import.start`, {
    institutionId: found.institutionId,
    subject: { type: 'import', id: importId },
    summary: `started to import ${found.goodCount} ${found.goodCount === 1 ? 'row' : 'rows'} of ${kindWords[found.kind].many} from a file`,
    details: { mode },
  });
  await jobs.send(tx, 'imports.run', job, { group: job.institutionId });
}
