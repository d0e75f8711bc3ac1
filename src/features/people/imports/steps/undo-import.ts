import { sql, and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor, allow } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requireConfirmed } from '#kernel/confirmed.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { Conflict, NotAllowed, NotFound } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { importDays } from '#kernel/jobs/tidy-forms.ts';
import { formatMoney } from '#kernel/money.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { permittedActions, type ImportAction } from '../import-actions.ts';
import { isImport } from '../work/import-work.ts';
import { hasEnded, mayCancel } from '../import-state.ts';
import { imports, type ImportRow } from '../imports.schema.ts';
import { kinds } from '../kinds/all.ts';
import { addedBy, countReasons, sumOf, tablesOn } from '../work/plan-undo.ts';
import { isEmpty, restoringOf } from '../work/restoring.ts';
import { loadSchool } from '../school/school.queries.ts';
import type { ImportJob, UndoResult } from '../kinds/kind.ts';
import { countedOf } from '../kinds/kind-labels.ts';
import { notifyOfSeats } from '../work/record-changes.ts';
import { importPermission, visibleTo } from '../imports.policy.ts';

/** When the undo period ends; null if there is nothing to undo. */
export const undoableUntil = (found: Pick<ImportRow, 'state' | 'importedCount' | 'finishedAt'>): Date | null =>
  hasEnded(found.state) && found.importedCount > 0 && found.finishedAt
    ? new Date(found.finishedAt.getTime() + importDays * 86_400_000)
    : null;

/** A preview of an undo. */
export async function previewUndo(tx: Tx, actor: Actor, importId: number): Promise<UndoResult> {
  const found = await lockImport(tx, actor, importId);
  await refuseUndo(tx, actor, found);
  const job = { institutionId: found.institutionId, importId };
  const { undo } = kinds[found.kind];
  if (undo) return undo.plan(tx, job);
  const planned = await planFor(tx, job, found.kind);
  return found.kind === 'students' ? sumOf(planned, await planFor(tx, job, 'guardians')) : planned;
}

async function planFor(tx: Tx, job: ImportJob, kind: ImportRow['kind']): Promise<UndoResult> {
  const school = await loadSchool(tx, job.institutionId, kind);
  const added = await addedBy(tx, job, school.roster, await tablesOn(tx, school.roster.key), { isPlan: true });
  const restoring = await restoringOf(tx, job, school);
  return {
    removed: added.filter(({ reason }) => reason === null).length,
    stays: countReasons(added),
    restored: restoring.filter((one) => !isEmpty(one)).length,
    kept: restoring.filter(({ isKept }) => isKept).length,
  };
}

export const undoOpeningsApproval = approvalKind({
  kind: 'openings.undo',
  label: 'Reversed opening balances',
  permission: 'fees.approve',
  payload: z.object({ importId: z.number() }),
  async act(tx, asker, { importId }, { services, decider }) {
    await undoImport(tx, asker, services.jobs, importId, { agreedBy: decider.accountId });
    return { message: 'The import is being undone.' };
  },
});

/** Queues the undo of an import. A second person agrees first if it takes more off debts than one person may. */
export async function undoImport(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  importId: number,
  { agreedBy = null }: { agreedBy?: number | null } = {},
): Promise<Requested | null> {
  const found = await lockImport(tx, actor, importId);
  if (kinds[found.kind].isWhole) await requireConfirmed(tx, actor);
  await refuseUndo(tx, actor, found);
  const { institutionId } = found;
  const job: ImportJob = { institutionId, importId };
  const debts = kinds[found.kind].undo?.debts;
  const owed = (await debts?.taken(tx, job)) ?? 0;
  if (agreedBy === null && debts && !(await debts.mayTakeAlone(tx, actor, institutionId, owed)))
    return requestApproval(tx, actor, undoOpeningsApproval, {
      institutionId,
      subject: { type: 'import', id: importId },
      payload: { importId },
      summary: `reverse opening balances of ${formatMoney({ minor: owed, currency: membershipIn(actor, institutionId)!.currency })} from a file`,
    });
  await tx
    .update(imports)
    .set({ state: 'undoing', actingAccountId: actor.accountId, undoAgreedBy: agreedBy, failure: null })
    .where(isImport(job));
  await record(tx, actor, `${found.kind}.import.undo.start`, {
    institutionId: found.institutionId,
    subject: { type: 'import', id: importId },
    summary: 'started to undo an import',
  });
  await jobs.send(tx, 'imports.undo', job, { group: job.institutionId });
  return null;
}

/** An undo needs the same permissions as the import. */
async function refuseUndo(tx: Tx, actor: Actor, found: ImportRow): Promise<void> {
  const { institutionId, id, kind, state } = found;
  if (state === 'undone' || state === 'undoing') throw new Conflict('This import has already been undone.');
  const until = undoableUntil(found);
  if (!until) throw new Conflict('There is nothing to undo in this import.');
  const rows = await query<Record<ImportAction | 'guardians', boolean | null>>(tx, render)`
    select bool_or(is_new) as create, bool_or(not is_new) as edit, bool_or(batch_id is not null) as seat,
      bool_or(entity = 'guardian') as guardians from import_changes
    where institution_id = ${institutionId} and import_id = ${id}`;
  const [needed] = rows;
  if (until < new Date() || (!needed?.create && !needed?.edit))
    throw new Conflict(`The undo period of ${importDays} days has ended.`);
  const acts = permittedActions(actor, institutionId, kind);
  // Guardians that came with students go with them.
  const mayGuardians = !needed.guardians || permittedActions(actor, institutionId, 'guardians').includes('edit');
  if (!mayGuardians || (['create', 'edit', 'seat'] as const).some((act) => needed[act] && !acts.includes(act)))
    throw new NotAllowed(
      'You don’t have all the permissions needed to undo this import. Ask the person who imported the file.',
    );
}

/** Cancels an import. Rows that were already imported stay; returns how many people they are. */
export async function cancelImport(tx: Tx, actor: Actor, importId: number) {
  const { institutionId, state, importedCount, kind } = await lockImport(tx, actor, importId);
  const kept = { kind, importedCount };
  if (state === 'cancelled') return kept;
  if (!mayCancel(state)) throw new Conflict('This import has already finished. Reload the page to see it.');
  await tx
    .update(imports)
    .set({ state: 'cancelled', finishedAt: sql`now()` })
    .where(isImport({ institutionId, importId }));
  if (importedCount) await notifyOfSeats(tx, actor, { institutionId, importId });
  await record(tx, actor, `${kind}.import.cancel`, {
    institutionId,
    subject: { type: 'import', id: importId },
    summary: importedCount ? `cancelled an import after ${countedOf(kind, importedCount)}` : 'cancelled an import',
  });
  return kept;
}

/** Locks the import, or throws NotFound for users without access. */
export async function lockImport(tx: Tx, actor: Actor, importId: number) {
  const [row] = await tx
    .select()
    .from(imports)
    .where(and(visibleTo(actor), eq(imports.id, importId)))
    .for('no key update');
  if (!row) throw new NotFound('import');
  allow(actor, importPermission[row.kind], row.institutionId);
  return row;
}
