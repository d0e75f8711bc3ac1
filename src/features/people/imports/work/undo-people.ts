import { sql, and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { loadSchool } from '../school/school.queries.ts';
import { addedBy, countReasons, sumOf, tablesOn } from './plan-undo.ts';
import { ownChanges, notifyOfUndoneSeats } from './record-changes.ts';
import { peopleTables, type PeopleKind, removePeople, surnamesOf, redactPeople } from './remove-people.ts';
import { removeSeats, restoreLinks, restorePeople } from './restore-people.ts';
import { detailsOf, type Changes } from '#kernel/edit/changes.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { isEmpty, restoringOf, type Restoring } from './restoring.ts';
import { importChanges } from '../imports.schema.ts';
import type { ImportJob, UndoResult } from '../kinds/kind.ts';

/** Removes the people that an import added and restores those it changed, as far as they are not in use. */
export async function undoPeople(tx: Tx, actor: Actor, job: ImportJob, kind: PeopleKind) {
  await lockAll(tx, job);
  // Guardians that came with students go first, so that their links hold no student.
  const also = kind === 'students' ? await undoKind(tx, actor, job, 'guardians') : null;
  const { result, redaction } = await undoKind(tx, actor, job, kind);
  const redactions = [also?.redaction, redaction].filter((one) => one != null);
  return { result: also ? sumOf(result, also.result) : result, redactions };
}

async function undoKind(tx: Tx, actor: Actor, job: ImportJob, kind: PeopleKind) {
  const { institutionId, importId } = job;
  const school = await loadSchool(tx, institutionId, kind);
  const { roster } = school;
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
  const before = await valuesBefore(tx, job, roster.entity);
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
  return { result, redaction };
}

/** Locks class arms, then students, then other people, each by id. */
async function lockAll(tx: Tx, { institutionId, importId }: ImportJob): Promise<void> {
  await tx.execute(sql`select 1 from batches where institution_id = ${institutionId} and id in (select c.batch_id from import_changes c
    where c.institution_id = ${institutionId} and c.import_id = ${importId}) order by id for no key update`);
  const imported = (
    entity: Entity,
  ) => sql`select c.subject_id from import_changes c where c.institution_id = ${institutionId}
    and c.import_id = ${importId} and c.entity = ${entity}`;
  // Concurrent references wait for the lock and then fail.
  await tx.execute(sql`select 1 from students where institution_id = ${institutionId} and (id in (${imported('student')}) or id in (
      select (l ->> 'studentId')::bigint from import_changes c, jsonb_array_elements(c.links) l
      where c.institution_id = ${institutionId} and c.import_id = ${importId})) order by id for update`);
  for (const [table, entity] of [
    ['employees', 'employee'],
    ['guardians', 'guardian'],
  ] as const)
    await tx.execute(sql`select 1 from ${sql.identifier(table)} where institution_id = ${institutionId}
      and id in (${imported(entity)}) order by id for update`);
}

/** Seats that the import gave to these students. */
const seatsOf = async (tx: Tx, { institutionId, importId }: ImportJob, ids: number[]) =>
  (
    await query<{ enrolmentId: number; batchId: number; name: string }>(
      tx,
      render(sql`
      select c.enrolment_id as "enrolmentId", c.batch_id as "batchId", b.name from import_changes c
      join batches b on (b.institution_id, b.id) = (c.institution_id, c.batch_id)
      where c.institution_id = ${institutionId} and c.import_id = ${importId} and c.entity = 'student' and c.enrolment_id is not null
        and c.subject_id = any(${sql.param(ids)}::bigint[])`),
    )
  ).map(({ enrolmentId, batchId, name }) => ({
    enrolmentId: Number(enrolmentId),
    batchId: Number(batchId),
    name,
  }));

/** The value that the import gave to each field. */
const valuesBefore = async (tx: Tx, { institutionId, importId }: ImportJob, entity: Entity) =>
  new Map(
    (
      await tx
        .select({ personId: importChanges.subjectId, fields: importChanges.fields })
        .from(importChanges)
        .where(
          and(
            eq(importChanges.institutionId, institutionId),
            eq(importChanges.importId, importId),
            eq(importChanges.entity, entity),
          ),
        )
    ).map(({ personId, fields }) => [personId, fields]),
  );

/** The change for the history: from the imported value back to the previous one. */
function restoredChanges({ fields, seat }: Restoring, made: Changes): Changes {
  const changes: Changes = Object.fromEntries(
    Object.entries(fields).map(([key, to]) => [key, { from: made[key]?.to ?? null, to }]),
  );
  return seat ? { ...changes, batch: { from: seat.name, to: null } } : changes;
}
