import { and, eq, sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { isImport, isRetryable, type ImportServices, notifyStarter } from './import-work.ts';
import { importChanges, imports, type ImportRow } from '../imports.schema.ts';
import { kinds } from '../kinds/all.ts';
import type { LogDetails, ImportJob, UndoResult } from '../kinds/kind.ts';
import { countedOf } from '../kinds/kind-labels.ts';
import { undoPeople, type PeopleKind } from './undo-people.ts';

/** Undoes an import in one transaction; a restarted job either does all of it or finds it done. */
export async function undoRows({ database }: ImportServices, job: ImportJob): Promise<void> {
  try {
    await database.asSystem([job.institutionId], async (tx) => {
      const [found] = await tx
        .select({ import: imports, person: accounts.name })
        .from(imports)
        .leftJoin(accounts, eq(accounts.id, imports.actingAccountId))
        .where(and(isImport(job), eq(imports.state, 'undoing')))
        .for('no key update', { of: imports });
      if (!found) return;
      await undoChanges(tx, job, found.import, found.person ?? 'Someone');
    });
  } catch (error) {
    if (isRetryable(error)) throw error;
    await database.asSystem([job.institutionId], (tx) =>
      tx
        .update(imports)
        .set({
          state: 'done',
          failure:
            error instanceof ValidationError ? error.message : 'A server error stopped the undo. Nothing was undone.',
        })
        .where(and(isImport(job), eq(imports.state, 'undoing'))),
    );
    if (!(error instanceof ValidationError)) throw error;
  }
}

/** Undoes an import whose row is locked. */
export async function undoChanges(tx: Tx, job: ImportJob, found: ImportRow, person: string): Promise<void> {
  const { institutionId, importId } = job;
  const { kind, actingAccountId, undoAgreedBy } = found;
  const actor = systemActor(institutionId, person, actingAccountId);
  const { result: all, redactions } = kinds[kind].undo
    ? { result: await kinds[kind].undo.run(tx, actor, job, undoAgreedBy), redactions: [] }
    : await undoPeople(tx, actor, job, kind as PeopleKind);
  const { logged, ...result }: UndoResult & LogDetails = all;
  await tx
    .delete(importChanges)
    .where(and(eq(importChanges.institutionId, institutionId), eq(importChanges.importId, importId)));
  await tx
    .update(imports)
    .set({ state: 'undone', undoneAt: sql`now()`, undoResult: result })
    .where(isImport(job));
  const stay = Object.values(result.stays).reduce((sum, count) => sum + count, 0);
  await record(tx, actor, `${kind}.import.undo`, {
    institutionId,
    subject: { type: 'import', id: importId },
    summary: `undid an import: ${countedOf(kind, result.removed)} removed`,
    // The digest replaces the names in the log and keeps its hash chain verifiable.
    details: { ...result, ...logged, ...(redactions.length > 0 && { redactions }) },
  });
  const left = stay
    ? ` ${countedOf(kind, stay)} ${stay === 1 ? 'stays because it is' : 'stay because they are'} in use.`
    : '';
  await notifyStarter(
    tx,
    job,
    'reverted',
    `${countedOf(kind, result.removed)} removed, ${result.restored} restored.${left}`,
  );
}
