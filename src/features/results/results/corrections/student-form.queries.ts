import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { listName } from '#ui/format.ts';
import type { Trait } from '#features/results/assessment/assessment.ts';
import type { Component, Entries } from '#features/results/assessment/compute/types.ts';
import { traitField } from '#features/results/term-notes/notes/note-fields.ts';
import type { ReportCard } from '../cards/card-promotion.ts';
import { fillNames } from '../publication/sealed-cards.ts';
import { noteOn } from './compute/correct-card.ts';
import type { FormCourse } from './correction-form.queries.ts';
import { pinnedCourses } from '../term-results/pinned-courses.queries.ts';
import { entriesOf, registrationsOf } from '../term-results/members.queries.ts';
import {
  lateResults,
  askingCorrections,
  rulesOfSheet,
  type CorrectedSheet,
  currentResults,
  ownResults,
} from './late-results.ts';

export interface StudentCourse extends FormCourse {
  components: Component[];
  step: number;
  entries: Entries;
}

/** A published report card, as it is corrected: its courses with marks, those that could be added, and its notes. */
export interface StudentForm {
  student: { id: number; name: string; number: string };
  layout: ReportCard['layout'];
  courses: StudentCourse[];
  addable: StudentCourse[];
  traits: Trait[];
  timesOpened: number | null;
  /** By field. */
  notes: Record<string, string>;
  /** Of a student without a published result, to whom one is added: the courses that the student takes. */
  late: { takes: number[] } | null;
}

export async function studentForm(db: Db, sheet: CorrectedSheet, studentId: number): Promise<StudentForm> {
  const rules = await rulesOfSheet(db, sheet);
  const [own] = await ownResults(db, sheet, [studentId]);
  const [row = own] = own
    ? []
    : await lateResults(db, sheet, { ...(await likeIn(db, sheet)), ids: [studentId], rules });
  if (!row) throw new NotFound('result');
  const { content, admissionNumber } = row;
  const taken = new Set(content.courses.map((course) => course.id));
  const traits = rules.traits.filter(({ name }) =>
    content.ratings ? content.ratings.some(({ trait }) => trait === name) : content.traits.includes(name),
  );
  const fields = ['present', ...traits.map(({ key }) => traitField(key)), 'teacher', 'principal'];
  return {
    student: { id: studentId, name: listName(row), number: admissionNumber },
    layout: content.layout,
    courses: content.courses.flatMap(({ id, code, title, entries }) => {
      const scheme = rules.courses.get(id)?.scheme;
      return scheme ? [{ id, code, title, components: scheme.components, step: scheme.step, entries }] : [];
    }),
    addable: [...rules.courses.values()]
      .filter(({ id }) => !taken.has(id))
      .map(({ id, code, title, scheme: { components, step } }) => ({ id, code, title, components, step, entries: {} })),
    traits,
    timesOpened: content.attendance?.opened ?? null,
    late: own ? null : { takes: await takenBy(db, sheet, studentId) },
    notes: Object.fromEntries(fields.map((field) => [field, fillNames(noteOn(content, field, traits), row)])),
  };
}

/** The published results of the batch: a late one is like them. */
const likeIn = async (db: Db, { institutionId, termId, batchId }: CorrectedSheet) => ({
  current: await currentResults(
    db,
    institutionId,
    sql`r.term_id = ${termId} and r.batch_id = ${batchId}
      and r.seq = (select min(f.seq) from published_results f where f.institution_id = r.institution_id
        and f.term_id = r.term_id and f.batch_id = r.batch_id and f.replaced_at is null)`,
  ),
});

async function takenBy(db: Db, { institutionId, termId, batchId, id }: CorrectedSheet, studentId: number) {
  const pinned = await pinnedCourses(db, institutionId, sql`s.id = ${id}`);
  const entries = await entriesOf(db, institutionId, [studentId], [termId]);
  const none = { id: studentId, admissionDate: null };
  const { registrations } = registrationsOf({ pinned, bandsOf: () => [], entries }, none, termId, batchId);
  return registrations.map(({ course }) => course);
}

/** Where a current published result is corrected. */
export async function studentFormAddress(db: Db, actor: Actor, resultId: number): Promise<string> {
  const [found] = await query<{ sheetId: number; studentId: number }>(db)`
    select s.id::bigint as "sheetId", r.student_id::bigint as "studentId" from published_results r
      join mark_sheets s on (s.institution_id, s.term_id, s.batch_id) = (r.institution_id, r.term_id, r.batch_id)
      where r.institution_id = any (${sql.param(institutionsWhere(actor, ...askingCorrections))}::int[])
        and r.id = ${resultId} and r.replaced_at is null`;
  if (!found) throw new NotFound('result');
  return `/mark-sheets/${found.sheetId}/students/${found.studentId}/correction`;
}
