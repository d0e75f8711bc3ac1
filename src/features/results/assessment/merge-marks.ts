import { sql } from 'drizzle-orm';
import { can } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Side } from '#kernel/personal-data/merge-fields.ts';
import type { Merge, MergePreviewField, RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import type { Component, Entries } from './compute/types.ts';
import { textOf } from './marks/mark-text.ts';

/** A course and term in which both records have marks that differ. */
interface Both {
  termId: number;
  courseId: number;
  /** 'English Language, First Term'. */
  name: string;
  kept: Entries;
  other: Entries;
  /** How far the sheet of each record is. */
  keptStage: number;
  otherStage: number;
  components: Component[] | null;
}

/** Marks follow the kept record. Of two for one course and term a person chooses the one that stands. */
export async function mergeMarks(merge: RunningMerge): Promise<void> {
  const { journal, tx, actor, institutionId, keptId, otherId, take } = merge;
  const both = await markedTwice(merge);
  const undecided = both.find((row) => decidedSide(row) === null);
  if (undecided && !mayChoose(merge)) throw new ValidationError('form', needsChooser(undecided));
  for (const row of both) {
    const { termId, courseId, name } = row;
    const side = decidedSide(row) ?? take[keyOf(row)] ?? 'kept';
    await journal.run(
      'marks',
      sql`delete from marks where institution_id = ${institutionId} and term_id = ${termId} and course_id = ${courseId}
        and student_id = ${side === 'kept' ? otherId : keptId}`,
    );
    await record(tx, actor, 'marks.merge', {
      institutionId,
      summary: `kept the mark of the ${side === 'kept' ? 'kept' : 'merged'} record in ${name}`,
      subject: { type: 'student', id: keptId },
      details: { kept: row.kept, merged: row.other },
    });
  }
  await journal.run(
    'marks',
    sql`delete from marks m where m.institution_id = ${institutionId} and m.student_id = ${otherId} and exists (
      select from marks k where (k.institution_id, k.term_id, k.course_id, k.student_id)
        = (m.institution_id, m.term_id, m.course_id, ${keptId}))`,
  );
  await journal.run(
    'marks',
    sql`update marks set student_id = ${keptId} where institution_id = ${institutionId} and student_id = ${otherId}`,
  );
}

/** The choices of the preview: for each course and term the marks of both. */
export async function markFields(merge: Merge): Promise<MergePreviewField[]> {
  if (!mayChoose(merge)) return [];
  return (await markedTwice(merge))
    .filter((row) => decidedSide(row) === null)
    .map((row) => ({
      key: keyOf(row),
      label: `Marks: ${row.name}`,
      group: 'general',
      kept: inWords(row, 'kept'),
      other: inWords(row, 'other'),
      winner: 'kept',
      isSame: false,
    }));
}

export async function markConflicts(merge: Merge): Promise<string[]> {
  return (await markedTwice(merge)).flatMap((row) => {
    const side = decidedSide(row);
    if (side === null) return mayChoose(merge) ? [] : [needsChooser(row)];
    return [
      `Both have marks in ${row.name}. Those of the ${side === 'kept' ? 'kept' : 'other'} record are used, because its sheet is further along.`,
    ];
  });
}

const mayChoose = ({ actor, institutionId }: Merge) => can(actor, 'marks.enter', institutionId);

const needsChooser = ({ name }: Both) =>
  `Both records have marks in ${name}. Ask a colleague who can enter all marks to merge the records and choose.`;

const keyOf = ({ termId, courseId }: Both) => `mark_${termId}_${courseId}`;

/** A mark that was locked, approved or published stands over one that was not; null if a person chooses. */
const decidedSide = ({ keptStage, otherStage }: Both): Side | null =>
  keptStage === otherStage ? null : keptStage > otherStage ? 'kept' : 'other';

function inWords({ components, ...row }: Both, side: Side): string {
  const names = new Map(components?.map(({ key, name }) => [key, name]));
  return Object.entries(row[side])
    .map(([key, entry]) => `${names.get(key) ?? key} ${textOf(entry ?? null)}`)
    .join(' · ');
}

async function markedTwice({ tx, institutionId, keptId, otherId }: Merge): Promise<Both[]> {
  const stageOf = (studentId: number) => sql`coalesce((
    select array_position(array['open', 'locked', 'approved', 'published'], s.state) from session_students e
    join mark_sheets s on (s.institution_id, s.batch_id, s.term_id) = (e.institution_id, e.batch_id, t.id)
    where (e.institution_id, e.session_id, e.student_id) = (t.institution_id, t.session_id, ${studentId})), 0)`;
  // Nothing entered gives way, and so do equal marks.
  const rows = await query<Both>(tx)`
    select t.id as "termId", c.id as "courseId", c.title || ', ' || t.name as name, k.entries as kept, o.entries as other,
        ${stageOf(keptId)} as "keptStage", ${stageOf(otherId)} as "otherStage", (
          select v.content -> 'components' from mark_sheet_courses h
          join mark_sheets s on (s.institution_id, s.id) = (h.institution_id, h.sheet_id) and s.term_id = t.id
          join assessment_scheme_versions v on (v.institution_id, v.scheme_id, v.version)
            = (h.institution_id, h.scheme_id, h.scheme_version)
          where h.institution_id = t.institution_id and h.course_id = c.id limit 1) as components
      from marks o
      join marks k on (k.institution_id, k.term_id, k.course_id) = (o.institution_id, o.term_id, o.course_id)
      join terms t on (t.institution_id, t.id) = (o.institution_id, o.term_id)
      join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
      where o.institution_id = ${institutionId} and o.student_id = ${otherId} and k.student_id = ${keptId}
        and o.entries <> k.entries and o.entries <> '{}' order by t.id, c.title, c.id`;
  return rows.map((row) => ({ ...row, termId: Number(row.termId), courseId: Number(row.courseId) }));
}
