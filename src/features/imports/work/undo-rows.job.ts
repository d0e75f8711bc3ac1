import { and, eq, sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { record, recordMany } from '#kernel/audit.ts';
import { detailsOf } from '#kernel/edit/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { isImport, isRetryable, type ImportJob, type ImportServices } from './import-work.ts';
import { importChanges, imports, type ImportRow } from '../imports.schema.ts';
import { countedOf } from '../kinds/kind-words.ts';
import { addedBy, countReasons, tablesOn, type UndoResult } from './plan-undo.ts';
import { ownChanges, notifyOfUndoneSeats } from './record-changes.ts';
import { removeSeats, restoreLinks, restorePeople } from './restore-people.ts';
import { isEmpty, restoringOf } from './restoring.ts';
import { loadSchool } from '../school/school.queries.ts';
import { notifyStarter } from './notify-starter.ts';
import { peopleTables, removePeople, surnamesOf, redactPeople } from './remove-people.ts';
import { seatsOf, valuesBefore, restoredChanges } from './values-before.ts';

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
      await undoChanges(tx, job, found.import, found.person ?? 'Somebody');
    });
  } catch (error) {
    if (isRetryable(error)) throw error;
    await database.asSystem([job.institutionId], (tx) =>
      tx
        .update(imports)
        .set({ state: 'done', failure: 'A server error stopped the undo. Nothing was undone.' })
        .where(and(isImport(job), eq(imports.state, 'undoing'))),
    );
    throw error;
  }
}

/** Undoes an import whose row is locked. */
export async function undoChanges(tx: Tx, job: ImportJob, found: ImportRow, person: string): Promise<void> {
  const { institutionId, importId } = job;
  const { kind, actingAccountId } = found;
  const actor = systemActor(institutionId, person, actingAccountId);
  const school = await loadSchool(tx, institutionId, kind);
  const { roster } = school;
  await lockAll(tx, job, kind);

  const added = await addedBy(tx, job, roster, await tablesOn(tx, kind));
  const going = new Set(added.filter(({ reason }) => reason === null).map(({ id }) => id));
  const ofNew = (await restoringOf(tx, job, school, true)).filter(({ personId }) => going.has(personId));
  const seats = await seatsOf(tx, job, [...going]);
  const surnames = await surnamesOf(tx, job, kind, [...going]);
  await restoreLinks(
    tx,
    institutionId,
    ofNew.flatMap(({ links }) => links),
  );
  await removeSeats(
    tx,
    institutionId,
    seats.map(({ enrolmentId }) => enrolmentId),
  );
  await removePeople(tx, job, roster.entity, [...going]);
  const redaction = await redactPeople(tx, institutionId, roster.entity, [...going], surnames);

  const changed = await restoringOf(tx, job, school);
  const restoring = changed.filter((one) => !isEmpty(one));
  const before = await valuesBefore(tx, job);
  await restorePeople(tx, institutionId, peopleTables[kind], school, restoring);
  await recordMany(
    tx,
    actor,
    `${kind}.edit`,
    restoring.map((one) => {
      const fields = restoredChanges(one, before.get(one.personId) ?? {});
      return {
        institutionId,
        summary: `restored the values of ${one.called} from before an import`,
        subject: { type: roster.entity, id: one.personId },
        details: { undoneImport: importId, ...detailsOf(fields, roster.groupOf, ownChanges(one.own)) },
      };
    }),
  );
  const result: UndoResult = {
    removed: going.size,
    stays: countReasons(added),
    restored: restoring.length,
    kept: changed.filter(({ isKept }) => isKept).length,
  };
  const unseated = [...seats, ...restoring.flatMap(({ seat }) => seat ?? [])];
  await notifyOfUndoneSeats(
    tx,
    actor,
    job,
    [...Map.groupBy(unseated, ({ batchId }) => batchId)].map(([batchId, some]) => ({
      batchId,
      name: some[0]!.name,
      count: some.length,
    })),
  );
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
    summary: `undid an import: ${countedOf(kind, going.size)} removed`,
    // The digest replaces the names in the log and keeps its hash chain verifiable.
    details: { ...result, ...(redaction && { redactions: [redaction] }) },
  });
  const left = stay
    ? ` ${countedOf(kind, stay)} ${stay === 1 ? 'stays because it is' : 'stay because they are'} in use.`
    : '';
  await notifyStarter(
    tx,
    job,
    'reverted',
    `${countedOf(kind, going.size)} removed, ${result.restored} restored.${left}`,
  );
}

/** Locks class arms, then students, then other people, each by id. */
async function lockAll(tx: Tx, { institutionId, importId }: ImportJob, kind: ImportRow['kind']): Promise<void> {
  const importedIds = sql`select c.subject_id from import_changes c where c.institution_id = ${institutionId} and c.import_id = ${importId}`;
  await tx.execute(sql`select 1 from batches where institution_id = ${institutionId} and id in (select c.batch_id from import_changes c
    where c.institution_id = ${institutionId} and c.import_id = ${importId}) order by id for no key update`);
  if (kind === 'guardians')
    await tx.execute(sql`select 1 from students where institution_id = ${institutionId} and id in (
      select (l ->> 'studentId')::bigint from import_changes c, jsonb_array_elements(c.links) l
      where c.institution_id = ${institutionId} and c.import_id = ${importId}) order by id for no key update`);
  // Concurrent references wait for the lock and then fail.
  await tx.execute(sql`select 1 from ${sql.identifier(kind)} where institution_id = ${institutionId} and id in (${importedIds})
    order by id for update`);
}
