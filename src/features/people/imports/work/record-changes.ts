import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { recordMany, sentence, type Named } from '#kernel/audit.ts';
import { countChanged, detailsOf, type Changes, type OwnChanges } from '#kernel/edit/changes.ts';
import { customText, type CustomField, type CustomValue } from '#kernel/contracts/custom-field.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { notifyClassTeachers, retractTeacherNotice } from '#features/school/structure/batches/notify-class-teachers.ts';
import type { Kind, Written, ImportJob } from '../kinds/kind.ts';
import { importChanges } from '../imports.schema.ts';

const rowsAtOnce = 1000;

/** Writes an import's changes to each record's history, and stores them with the import for undo. */
export async function recordChanges(
  tx: Tx,
  actor: Actor,
  { institutionId, importId }: ImportJob,
  { key, entity, groupOf }: Kind,
  written: Written[],
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
export function ownChanges(own: Written['own']): OwnChanges {
  const inWords = (field: CustomField, value: CustomValue | null) => (value === null ? null : customText(field, value));
  const changes: OwnChanges = {};
  for (const [field, { from, to }] of own)
    (changes[field.group] ??= {})[field.label] = { from: inWords(field, from), to: inWords(field, to) };
  return changes;
}

/** A link is recorded in the history of both people. */
async function recordLinks(tx: Tx, actor: Actor, { institutionId, importId }: ImportJob, written: Written[]) {
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
            ? sentence`changed what ${guardian(guardianId, called)} is to ${child(studentId, student)} from a file`
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

const guardian = (id: number, name: string): Named => ({ of: 'guardian', id, name });
const child = (id: number, name: string): Named => ({ of: 'student', id, name });

const changesOf = (from: object, to: object): Changes =>
  Object.fromEntries(
    Object.entries(to).flatMap(([key, value]) => {
      const old = (from as Record<string, unknown>)[key] ?? null;
      return old === value ? [] : [[key, { from: old, to: value as unknown }]];
    }),
  );

const seatsOf = async (tx: Tx, { institutionId, importId }: ImportJob) =>
  await query<{ batchId: number; name: string; count: number }>(
    tx,
    render(sql`
      select c.batch_id as "batchId", b.name, count(*)::int as count from import_changes c
      join batches b on (b.institution_id, b.id) = (c.institution_id, c.batch_id)
      where c.institution_id = ${institutionId} and c.import_id = ${importId} group by c.batch_id, b.name order by c.batch_id`),
  );

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
