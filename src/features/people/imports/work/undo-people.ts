import { sql, and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { loadSchool } from '../school/school.queries.ts';
import { addedBy, countReasons, sumOf, tablesOn } from './plan-undo.ts';
import { ownChanges, notifyOfUndoneSeats } from './record-changes.ts';
import { detailsOf, type Changes } from '#kernel/edit/changes.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { type Entity, employees, guardians } from '#features/records/people/people.schema.ts';
import { isEmpty, restoringOf, type Restoring } from './restoring.ts';
import { importChanges, type ImportRow } from '../imports.schema.ts';
import type { ImportJob, UndoResult, LinkChange, School } from '../kinds/kind.ts';
import { students } from '#features/people/students/students.schema.ts';
import { saveValuesInBulk } from '#features/records/custom-fields/bulk-values.ts';
import { column, given, type Table } from './write-people.ts';

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
    await query<{ enrolmentId: number; batchId: number; name: string }>(tx, render)`
      select c.enrolment_id as "enrolmentId", c.batch_id as "batchId", b.name from import_changes c
      join batches b on (b.institution_id, b.id) = (c.institution_id, c.batch_id)
      where c.institution_id = ${institutionId} and c.import_id = ${importId} and c.entity = 'student' and c.enrolment_id is not null
        and c.subject_id = any(${sql.param(ids)}::bigint[])`
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

const peopleTables = { students, employees, guardians };
export type PeopleKind = keyof typeof peopleTables;

async function removePeople(
  tx: Tx,
  { institutionId, importId }: ImportJob,
  entity: string,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`delete from custom_values where institution_id = ${institutionId}
    and ${sql.identifier(`${entity}_id`)} = any(${sql.param(ids)}::bigint[])`);
  const rows = await query<{ removed: number }>(tx, render)`
    select akada_remove_imported(${institutionId}, ${importId}, ${entity}, ${sql.param(ids)}::bigint[]) as removed`;
  if (rows[0]!.removed !== ids.length) throw new Error('An undo removed fewer people than it had locked.');
}

/** Surnames that search suggestions may know only from these students. */
async function surnamesOf(tx: Tx, { institutionId }: ImportJob, kind: ImportRow['kind'], ids: number[]) {
  if (kind !== 'students' || ids.length === 0) return [];
  const rows = await query<{
    word: string;
  }>(tx, render)`select distinct split_part(sort_name, ' ', 1) as word from students
    where institution_id = ${institutionId} and id = any(${sql.param(ids)}::bigint[])`;
  return rows.map(({ word }) => word);
}

/** Removes the names of wrongly imported people from the log, as an erasure does; actions, times and users stay. Returns the digest for the undo entry. */
async function redactPeople(tx: Tx, institutionId: number, entity: string, ids: number[], surnames: string[]) {
  if (ids.length === 0) return null;
  const none = { accounts: [], erased: [], messages: [], imports: [], children: [], names: [], contacts: [] };
  const rows = await query<{ redaction: object }>(tx, render)`
    select akada_erase_from_log(${institutionId}, ${JSON.stringify({ subject_type: entity, ids, ...none })}::jsonb) as redaction`;
  if (surnames.length)
    await tx.execute(sql`select akada_forget_name(${institutionId}, word)
      from unnest(${sql.param(surnames)}::text[]) word`);
  return rows[0]!.redaction;
}

/** Restores the previous values of locked records. */
async function restorePeople(
  tx: Tx,
  institutionId: number,
  table: Table,
  { roster, customFields }: Pick<School, 'roster' | 'customFields'>,
  people: Restoring[],
): Promise<void> {
  await removeSeats(
    tx,
    institutionId,
    people.flatMap(({ seat }) => seat?.enrolmentId ?? []),
  );
  // One statement for all records with the same set of fields.
  const withFields = people.filter(({ fields }) => Object.keys(fields).length);
  for (const some of Map.groupBy(withFields, ({ fields }) => Object.keys(fields).toSorted().join()).values()) {
    const keys = Object.keys(some[0]!.fields);
    await tx.execute(sql`
      update ${table} s set ${sql.join(
        keys.map((key) => sql`${column(key)} = r.${sql.identifier(key)}`),
        sql`, `,
      )}, updated_at = now()
      from ${given(
        table,
        keys,
        some.map(({ personId, fields }) => ({ personId, ...fields })),
      )}
      where s.institution_id = ${institutionId} and s.id = r."personId"`);
  }
  await saveValuesInBulk(
    tx,
    { institutionId, entity: roster.entity },
    customFields,
    people.map(({ personId, own }) => ({ personId, values: new Map([...own].map(([{ id }, { to }]) => [id, to])) })),
  );
  await restoreLinks(
    tx,
    institutionId,
    people.flatMap(({ links }) => links),
  );
}

async function removeSeats(tx: Tx, institutionId: number, enrolmentIds: number[]): Promise<void> {
  if (enrolmentIds.length === 0) return;
  await tx.execute(sql`with gone as (delete from enrolments where institution_id = ${institutionId}
      and id = any(${sql.param(enrolmentIds)}::bigint[]) returning student_id)
    update students set batch_id = null, updated_at = now() where institution_id = ${institutionId}
      and id in (select student_id from gone)`);
}

async function restoreLinks(tx: Tx, institutionId: number, links: LinkChange[]): Promise<void> {
  if (links.length === 0) return;
  const r = sql`jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r ("studentId" bigint, "guardianId" bigint, "from" jsonb)`;
  const isLink = sql`l.institution_id = ${institutionId} and l.student_id = r."studentId" and l.guardian_id = r."guardianId"`;
  await tx.execute(sql`delete from student_guardians l using ${r} where ${isLink} and r."from" is null`);
  await tx.execute(sql`update student_guardians l set relation = r."from" ->> 'relation',
      pays_fees = (r."from" ->> 'paysFees')::boolean, may_collect = (r."from" ->> 'mayCollect')::boolean,
      receives_sms = (r."from" ->> 'receivesSms')::boolean, is_next_of_kin = (r."from" ->> 'isNextOfKin')::boolean and not exists (
        select from student_guardians o where o.institution_id = ${institutionId} and o.student_id = l.student_id
          and o.guardian_id <> l.guardian_id and o.is_next_of_kin)
    from ${r} where ${isLink} and r."from" is not null`);
}
