import { sql } from 'drizzle-orm';
import { sentenceCase } from '#kernel/validation-messages.ts';
import { heading, momentText } from '#kernel/personal-data/data-section.ts';
import {
  erasedRecord,
  plainColumns,
  homeColumns,
  homeJoins,
  nameColumns,
  nextOfKinExportColumns,
  photoAndDates,
} from '#features/records/people/erase-record.ts';
import { byId } from '#kernel/personal-data/named-by.ts';
import { ofOffering } from '#features/school/structure/in-session.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { enrolmentOutcomes } from './enrolment-outcomes.ts';
import { studentKind, collectFromMoves, forgetSurnames, mergeEnrolments, seatConflicts } from './student-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { studentFields } from './students.fields.ts';
import type { TouchedRow } from '#kernel/personal-data/merge-journal.ts';
import { lockReturnedSeats } from './moves/assign-batch.ts';

const people = ['student'] as const;
const register = { keep: 'The register stays complete; the record it refers to is anonymous.' };
const forGood = { keep: 'As long as the student’s record.' };

/** The record of a student, with enrolments, electives, changes of status and certificates. */
export const studentPersonalData: PersonalData = {
  kind: studentKind,
  tables: [
    {
      table: 'students',
      people,
      namedBy: byId,
      section: {
        title: 'Record',
        order: 10,
        codes: { Gender: sentenceCase, Status: sentenceCase },
        rows: ({ institutionId, personId, words }) => sql`
          select p.admission_number as "Admission number"${plainColumns(studentFields, 'numbers')}, ${nameColumns},
            p.birth_date::text as "Date of birth", p.status as "Status"${plainColumns(studentFields, 'school')},
            p.batch_name as ${heading(words.batch)}, p.admission_date::text as "Admission date", ${homeColumns(studentFields)}
            ${plainColumns(studentFields, 'personal', 'health')},
            ${nextOfKinExportColumns}, ${photoAndDates}
          from students p ${homeJoins} where p.institution_id = ${institutionId} and p.id = ${personId}`,
      },
      files: ['photo_id', 'photo_small_id'],
      erase: { set: { ...erasedRecord(studentFields), birth_date: null } },
      eraseMentions: forgetSurnames,
      merge: { how: 'record', undo: { keys: ['id'], by: 'columns', words: 'the record' } },
      retention: { keep: 'Until the person is erased. The school must keep its register.' },
    },
    {
      table: 'enrolments',
      inSession: { stays: 'The undo needs it; a later move is refused on its own.' },
      people,
      section: {
        title: 'Enrolments',
        order: 20,
        codes: { Outcome: (code) => enrolmentOutcomes[code] ?? code },
        rows: ({ institutionId, personId, words }) => sql`
          select b.name as ${heading(words.batch)}, y.name as "Session", e.from_date::text as "From", e.to_date::text as "To", e.outcome as "Outcome"
          from enrolments e join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
          join academic_sessions y on (y.institution_id, y.id) = (e.institution_id, e.session_id)
          where e.institution_id = ${institutionId} and e.student_id = ${personId} order by e.from_date, e.id`,
      },
      erase: register,
      merge: {
        how: 'combine',
        one: 'enrolment',
        many: 'enrolments',
        run: mergeEnrolments,
        conflicts: seatConflicts,
        sets: { batch_id: 'the seat in the current session' },
        beforeUndo: lockUnmergedSeats,
      },
      retention: forGood,
    },
    {
      table: 'student_electives',
      inSession: { one: 'has chosen electives of', many: 'have chosen electives of', stands: ofOffering },
      people,
      section: {
        title: 'Electives',
        order: 30,
        rows: ({ institutionId, personId, words }) => sql`
          select c.code as "Code", c.title as "Title", b.name as ${heading(words.batch)}, ${momentText('e.created_at')} as "Chosen"
          from student_electives e join course_offerings o on (o.institution_id, o.id) = (e.institution_id, e.offering_id)
          join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
          join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
          where e.institution_id = ${institutionId} and e.student_id = ${personId} order by b.name, c.code`,
      },
      erase: register,
      merge: {
        how: 'move',
        same: ['offering_id'],
        one: 'elective',
        many: 'electives',
        undo: { keys: ['student_id', 'offering_id'] },
      },
      retention: forGood,
    },
    {
      table: 'student_moves',
      people,
      section: {
        title: 'Status changes',
        order: 40,
        codes: { From: sentenceCase, To: sentenceCase },
        rows: ({ institutionId, personId }) => sql`
          select m.on_date::text as "Date", m.from_status as "From", m.to_status as "To", m.reason as "Reason",
            m.until_date::text as "Until", m.destination as "Destination"
          from student_moves m where m.institution_id = ${institutionId} and m.student_id = ${personId} order by m.id`,
      },
      collect: collectFromMoves,
      erase: { set: { reason: 'Erased', destination: null, content: {} } },
      merge: { how: 'move', one: 'status change', many: 'status changes' },
      retention: forGood,
    },
    {
      table: 'certificates',
      people,
      section: {
        title: 'Certificates',
        order: 50,
        codes: { Kind: sentenceCase },
        rows: ({ institutionId, personId }) => sql`
          select c.number as "Number", c.kind as "Kind", c.issued_on::text as "Issued", c.content as "Content",
            ${momentText('c.voided_at')} as "Voided", c.void_reason as "Reason voided"
          from certificates c where c.institution_id = ${institutionId} and c.student_id = ${personId} order by c.id`,
      },
      // Numbers are sequential, so an erased certificate keeps its number.
      erase: {
        set: { content: { erased: true }, void_reason: sql`case when void_reason is not null then 'Erased' end` },
      },
      merge: { how: 'move', one: 'certificate', many: 'certificates' },
      retention: forGood,
    },
  ],
};

/** Locks the batches to which an unmerge returns students, and refuses if one is full. */
function lockUnmergedSeats(tx: Tx, institutionId: number, rows: TouchedRow[]): Promise<void> {
  const gain = new Map<number, number>();
  const add = (batchId: unknown, seats: number) =>
    typeof batchId === 'number' && gain.set(batchId, (gain.get(batchId) ?? 0) + seats);
  for (const { table, before, after } of rows) {
    if (table !== 'students') continue;
    add(before!.batch_id, 1);
    add(after!.batch_id, -1);
  }
  const returned = [...gain].flatMap(([batchId, seats]) => Array<number>(Math.max(0, seats)).fill(batchId));
  return lockReturnedSeats(tx, institutionId, returned, 'Free a seat there, then unmerge the records.');
}
