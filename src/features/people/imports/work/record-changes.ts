import { and, between, countDistinct, eq, isNull, sql } from 'drizzle-orm';
import { record, recordMany, sentence, type PersonName } from '#kernel/audit.ts';
import { type Tx, render, query } from '#kernel/database.ts';
import { importProblems, imports, importChanges } from '../imports.schema.ts';
import { type OpenedImport, isImport, notifyStarter } from './import-work.ts';
import { type ReadRow, type Problem, whoIn } from '../engine/row.ts';
import type { Verdict } from './judge-rows.ts';
import { kinds } from '../kinds/all.ts';
import { countedOf } from '../kinds/kind-labels.ts';
import type { ImportJob, Kind, RecordChange } from '../kinds/kind.ts';
import type { Actor } from '#kernel/actor.ts';
import { countChanged, detailsOf, type Changes, type OwnChanges } from '#kernel/edit/changes.ts';
import { customText, type CustomField, type CustomValue } from '#kernel/contracts/custom-field.ts';
import { notifyClassTeachers, retractTeacherNotice } from '#features/school/structure/batches/notify-class-teachers.ts';

/** Updates the problems found since the check. */
export async function replaceProblems(tx: Tx, job: ImportJob, verdicts: Verdict[], read: ReadRow[]) {
  const [first, last] = [verdicts[0]!.row, verdicts.at(-1)!.row];
  await tx
    .delete(importProblems)
    .where(
      and(
        eq(importProblems.institutionId, job.institutionId),
        eq(importProblems.importId, job.importId),
        between(importProblems.rowNumber, first, last),
      ),
    );
  await saveProblems(
    tx,
    job,
    [...verdicts.flatMap((verdict) => (verdict.kind === 'bad' ? verdict.problems : [])), ...alikeOf(verdicts)],
    whoIn(read),
  );
}

const countBad = async (tx: Tx, job: ImportJob) => {
  const [bad] = await tx
    .select({ rows: countDistinct(importProblems.rowNumber) })
    .from(importProblems)
    .where(
      and(
        eq(importProblems.institutionId, job.institutionId),
        eq(importProblems.importId, job.importId),
        isNull(importProblems.alikeId),
      ),
    );
  return bad!.rows;
};

export async function finishRun(tx: Tx, job: ImportJob, { actor, import: { rowCount, mode, kind } }: OpenedImport) {
  const badCount = await countBad(tx, job);
  const [done] = await tx
    .update(imports)
    .set({ state: 'done', doneCount: rowCount, badCount, finishedAt: sql`now()` })
    .where(isRunning(job))
    .returning({ imported: imports.importedCount });
  if (!done) return;
  await record(tx, actor, `${kind}.import`, {
    institutionId: job.institutionId,
    subject: { type: 'import', id: job.importId },
    summary: `imported ${countedOf(kind, done.imported)} from a file`,
    details: {
      ...(await kinds[kind].logged?.(tx, actor, job)),
      rows: rowCount,
      imported: done.imported,
      problems: badCount,
      mode,
    },
  });
  await notifyOfSeats(tx, actor, job);
  const left = badCount ? ` ${badCount === 1 ? '1 row was' : `${badCount} rows were`} skipped.` : '';
  await notifyStarter(tx, job, 'done', `${countedOf(kind, done.imported)} imported.${left}`);
}

const changed = 'the school’s data changed after the check. Review the problems, then check the file again.';

export async function backToChecked(tx: Tx, job: ImportJob, verdicts: Verdict[], read: ReadRow[]) {
  if (verdicts.length) await replaceProblems(tx, job, verdicts, read);
  const undone = await tx
    .update(imports)
    .set({
      state: 'checked',
      doneCount: 0,
      badCount: await countBad(tx, job),
      failure: `Nothing was imported: ${changed}`,
    })
    .where(isRunning(job))
    .returning({ id: imports.id });
  if (undone.length) await notifyStarter(tx, job, 'undone', `${changed[0]!.toUpperCase()}${changed.slice(1)}`);
}

export const isRunning = (job: ImportJob) => and(isImport(job), eq(imports.state, 'running'));

/** Possible duplicates are stored with the problems. */
export const alikeOf = (verdicts: Verdict[]): ImportProblemRow[] =>
  verdicts.flatMap((verdict) =>
    'alike' in verdict && verdict.alike
      ? [{ row: verdict.row, column: null, value: null, message: verdict.alike.message, alikeId: verdict.alike.id }]
      : [],
  );

type ImportProblemRow = Problem & { alikeId?: number };

/** Inserts problems in batches. */
export async function saveProblems(
  tx: Tx,
  job: ImportJob,
  problems: ImportProblemRow[],
  who: ReadonlyMap<number, string>,
): Promise<void> {
  for (let at = 0; at < problems.length; at += 2000) {
    await tx.insert(importProblems).values(
      problems.slice(at, at + 2000).map(({ row, column, value, message, alikeId }) => ({
        ...job,
        rowNumber: row,
        columnName: column,
        value,
        message,
        alikeId,
        who: who.get(row) ?? null,
      })),
    );
  }
}

const rowsAtOnce = 1000;

/** Writes an import's changes to each record's history, and stores them with the import for undo. */
export async function recordChanges(
  tx: Tx,
  actor: Actor,
  { institutionId, importId }: ImportJob,
  { key, entity, groupOf }: Kind,
  written: RecordChange[],
): Promise<void> {
  const added = written.filter(({ isNew }) => isNew);
  const changed = written.filter(({ isNew, fields, own }) => !isNew && countChanged(fields) + own.size > 0);
  await recordMany(
    tx,
    actor,
    `${key}.create`,
    added.map(({ personId, called, number, seat }) => ({
      institutionId,
      summary: `added ${called}${number ? ` as ${number}` : ''} from a file`,
      subject: { type: entity, id: personId },
      details: { import: importId, ...(seat && { batch: seat.batchName }) },
    })),
  );
  await recordMany(
    tx,
    actor,
    `${key}.edit`,
    changed.map(({ personId, called, fields, own, summary }) => {
      const count = countChanged(fields) + own.size;
      return {
        institutionId,
        summary: summary ?? `changed ${count === 1 ? 'one field' : `${count} fields`} of ${called} from a file`,
        subject: { type: entity, id: personId },
        details: { import: importId, ...detailsOf(fields, groupOf, ownChanges(own)) },
      };
    }),
  );
  await recordLinks(tx, actor, { institutionId, importId }, written);
  const kept = written.filter(
    ({ isNew, fields, own, links }) => isNew || countChanged(fields) + own.size + links.length > 0,
  );
  for (let at = 0; at < kept.length; at += rowsAtOnce)
    await tx.insert(importChanges).values(
      kept.slice(at, at + rowsAtOnce).map(({ personId, isNew, fields, own, links, seat }) => ({
        institutionId,
        importId,
        entity,
        subjectId: personId,
        isNew,
        fields: isNew ? {} : fields,
        own: Object.fromEntries([...own].map(([{ id }, change]) => [id, change])),
        links: links.map(({ student: _, ...link }) => link),
        ...(seat && { batchId: seat.batchId, enrolmentId: seat.enrolmentId }),
      })),
    );
}

/** Custom fields by label and as text, as in the history of an edit. */
export function ownChanges(own: RecordChange['own']): OwnChanges {
  const inWords = (field: CustomField, value: CustomValue | null) => (value === null ? null : customText(field, value));
  const changes: OwnChanges = {};
  for (const [field, { from, to }] of own)
    (changes[field.group] ??= {})[field.label] = { from: inWords(field, from), to: inWords(field, to) };
  return changes;
}

/** A link is recorded in the history of both people. */
async function recordLinks(tx: Tx, actor: Actor, { institutionId, importId }: ImportJob, written: RecordChange[]) {
  const links = written.flatMap(({ called, links: some }) => some.map((link) => ({ called, ...link })));
  for (const [action, some] of Map.groupBy(links, ({ from }) => (from ? 'guardians.editLink' : 'guardians.link')))
    await recordMany(
      tx,
      actor,
      action,
      some.flatMap(({ called, student, studentId, guardianId, from, to }) =>
        [['student', studentId] as const, ['guardian', guardianId] as const].map(([type, id]) => ({
          institutionId,
          summary: from
            ? sentence`changed how ${guardian(guardianId, called)} is related to ${child(studentId, student)} from a file`
            : sentence`made ${guardian(guardianId, called)} guardian of ${child(studentId, student)} from a file`,
          subject: { type, id },
          details: {
            import: importId,
            student: studentId,
            guardian: guardianId,
            ...(from ? { changes: changesOf(from, to) } : { link: to }),
          },
        })),
      ),
    );
}

const guardian = (id: number, name: string): PersonName => ({ of: 'guardian', id, name });
const child = (id: number, name: string): PersonName => ({ of: 'student', id, name });

const changesOf = (from: object, to: object): Changes =>
  Object.fromEntries(
    Object.entries(to).flatMap(([key, value]) => {
      const old = (from as Record<string, unknown>)[key] ?? null;
      return old === value ? [] : [[key, { from: old, to: value as unknown }]];
    }),
  );

const seatsOf = async (tx: Tx, { institutionId, importId }: ImportJob) =>
  await query<{ batchId: number; name: string; count: number }>(tx, render)`
      select c.batch_id as "batchId", b.name, count(*)::int as count from import_changes c
      join batches b on (b.institution_id, b.id) = (c.institution_id, c.batch_id)
      where c.institution_id = ${institutionId} and c.import_id = ${importId} group by c.batch_id, b.name order by c.batch_id`;

const seatSubject = (importId: number, batchId: number) => `import:${importId}:${batchId}`;
const students = (count: number) => (count === 1 ? '1 student was' : `${count} students were`);

/** Notifies class teachers of assigned students, as after an assignment by hand. */
export async function notifyOfSeats(tx: Tx, actor: Actor, job: ImportJob): Promise<void> {
  for (const { batchId, name, count } of await seatsOf(tx, job))
    await notifyClassTeachers(tx, actor, {
      institutionId: job.institutionId,
      batchId,
      kind: 'students.assigned',
      title: `${students(count)} assigned to ${name}`,
      subject: seatSubject(job.importId, batchId),
    });
}

/** Notifies class teachers that an assignment was undone with the import. */
export async function notifyOfUndoneSeats(
  tx: Tx,
  actor: Actor,
  { institutionId, importId }: ImportJob,
  seats: { batchId: number; name: string; count: number }[],
): Promise<void> {
  for (const { batchId, name, count } of seats)
    await retractTeacherNotice(tx, actor, {
      institutionId,
      batchId,
      kind: 'students.unassigned',
      title: `The assignment of ${count === 1 ? '1 student' : `${count} students`} to ${name} was undone`,
      subject: seatSubject(importId, batchId),
    });
}
