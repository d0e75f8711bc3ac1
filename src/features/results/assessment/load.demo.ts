import { sql, type SQL } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { DemoStep } from '#web/feature.ts';
import { systemActor } from '#kernel/actor.ts';
import { chanceIn } from '#features/records/geography/chance.demo.ts';
import { takenIn } from './checks/taken-courses.queries.ts';
import { changeSheets } from './sheets/change-sheets.ts';
import { openSheets } from './sheets/open-sheets.ts';
import { scalePresets } from './compute/presets.ts';
import { AddScale, scaleForm } from './scales/find-scale.ts';
import { addScale } from './scales/scales.ts';
import { AddScheme } from './schemes/find-scheme.ts';
import { addScheme } from './schemes/schemes.ts';
import { addUse } from './uses/uses.ts';

interface Plan {
  /** Key of a preset. */
  scale: string;
  name: string;
  system: 'average' | 'gpa';
  step: string;
  components: [name: string, maximum: number][];
  traits: string[];
}

const asRows = (rows: object[]) => Object.fromEntries(rows.map((row, at) => [at + 1, { ...row, position: at }]));

/** A scale, a scheme by it, and the scheme for the whole institution: what its registrar would have typed. */
export async function setUpAssessment(tx: Tx, institutionId: number, plan: Plan): Promise<void> {
  const actor = systemActor(institutionId, 'Demonstration');
  const preset = scalePresets.find(({ key }) => key === plan.scale)!;
  const form = scaleForm({ ...preset, entryFrom: null });
  const scaleId = await addScale(
    tx,
    actor,
    AddScale.parse({
      institutionId,
      name: form.name,
      entryFrom: '',
      bands: asRows(form.bands),
      designations: asRows(form.designations),
    }),
  );
  const { name, system, step, components, traits } = plan;
  const schemeId = await addScheme(
    tx,
    actor,
    AddScheme.parse({
      institutionId,
      name,
      system,
      step,
      passMark: String(preset.passMark / 100),
      scaleId,
      cumulative: 'mean',
      ranksBatch: 'on',
      ranksCourses: 'on',
      minimumCourses: 1,
      repeats: 'all_attempts',
      components: asRows(components.map(([part, maximum]) => ({ name: part, maximum: String(maximum), savedKey: '' }))),
      traits: asRows(traits.map((trait) => ({ name: trait, savedKey: '' }))),
    }),
  );
  await addUse(tx, actor, { institutionId, schemeId, programId: null, classId: null, courseId: null });
}

/** The terms of the past session: all approved. */
async function insertPastMarks(tx: Tx, institutionId: number): Promise<void> {
  for (const term of await termsToMark(tx, institutionId, sql`not y.is_current`)) {
    const sheets = await openTerm(tx, institutionId, term);
    await fillSheets(tx, institutionId, sheets, sheets);
    await tx.execute(sql`
      update mark_sheets s set state = 'approved', locked_at = t.ends_on - 3, approved_at = t.ends_on - 1 from terms t
      where s.institution_id = ${institutionId} and s.term_id = ${term.id}
        and (t.institution_id, t.id) = (s.institution_id, s.term_id)`);
  }
}

/**
 * The current term: sheets of all batches with courses. Some are locked, one of them approved; in the others the
 * examination is still being marked, and a few courses have not begun.
 */
async function insertMarks(tx: Tx, institutionId: number): Promise<void> {
  const actor = systemActor(institutionId, 'Demonstration');
  for (const term of await termsToMark(tx, institutionId, sql`t.is_current`)) {
    const sheets = await openTerm(tx, institutionId, term);
    const finished = sheets.filter((_, at) => at % 3 === 0);
    await fillSheets(tx, institutionId, sheets, finished);
    await changeSheets(tx, actor, 'lock', { ids: finished, reason: '', isOnSheet: false });
    await changeSheets(tx, actor, 'approve', { ids: finished.slice(0, 1), reason: '', isOnSheet: false });
  }
}

interface TermToMark {
  id: number;
  batchIds: number[];
}

/** Terms with the batches that are taught something in them, the first one first. */
const termsToMark = (tx: Tx, institutionId: number, isWanted: SQL) =>
  query<TermToMark>(tx)`select t.id::bigint as id, json_agg(b.id order by b.id) as "batchIds" from terms t
      join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      join batches b on (b.institution_id, b.session_id) = (t.institution_id, t.session_id)
      where t.institution_id = ${institutionId} and ${isWanted} and exists (select from course_offerings o
        join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id) and not c.no_exam
        where (o.institution_id, o.batch_id) = (b.institution_id, b.id)
          and coalesce(o.term_position, t.position) = t.position)
      group by t.institution_id, t.id, t.starts_on order by t.starts_on`;

/** The sheets of a term, opened, by batch. */
async function openTerm(tx: Tx, institutionId: number, { id: termId, batchIds }: TermToMark): Promise<number[]> {
  await openSheets(tx, systemActor(institutionId, 'Demonstration'), { termId, batchIds, dueOn: null });
  const sheets = await query<{ id: number; batchId: number }>(tx)`
    update mark_sheets s set due_on = t.ends_on - 7 from terms t
      where s.institution_id = ${institutionId} and s.term_id = ${termId}
        and (t.institution_id, t.id) = (s.institution_id, s.term_id)
      returning s.id::bigint as id, s.batch_id::bigint as "batchId"`;
  return sheets.toSorted((one, other) => one.batchId - other.batchId).map(({ id }) => id);
}

/** Marks by what a student can do, what the course asks, and luck; a few were absent, and hardly any mark is withheld. */
async function fillSheets(tx: Tx, institutionId: number, ids: number[], finished: number[]): Promise<void> {
  await tx.execute(sql`
    with ${takenIn(sql`s.institution_id = ${institutionId} and s.id = any (${sql.param(ids)}::bigint[])`)}
    insert into marks (institution_id, student_id, term_id, course_id, entries)
    select t.institution_id, t.student_id, t.term_id, t.course_id, jsonb_object_agg(p ->> 'key',
      case when ${chanceIn('t.student_id', "'absent'", 't.course_id', 't.term_id', "p ->> 'key'")} < 0.008 then '"absent"'::jsonb
        when ${chanceIn('t.student_id', "'withheld'", 't.course_id', 't.term_id', "p ->> 'key'")} < 0.0002 then '"withheld"'::jsonb
        else to_jsonb((100 * round((p ->> 'maximum')::int / 100.0 * least(0.98, greatest(0.12,
          0.30 + 0.45 * ${chanceIn('t.student_id', "'able'")} + 0.12 * ${chanceIn('t.course_id', "'easy'")}
          + 0.26 * (${chanceIn('t.student_id', 't.course_id', 't.term_id', "p ->> 'key'")} - 0.35)))))::int) end)
    from taken t join assessment_scheme_versions v on (v.institution_id, v.scheme_id, v.version)
      = (t.institution_id, t.scheme_id, t.scheme_version)
    cross join jsonb_array_elements(v.content -> 'components') p
    where t.sheet_id = any (${sql.param(finished)}::bigint[])
      or (${chanceIn('t.sheet_id', 't.course_id')} < 0.8 and p ->> 'key' <> 'examination')
    group by t.institution_id, t.student_id, t.term_id, t.course_id`);
  await tx.execute(sql`
    insert into mark_changes (institution_id, student_id, term_id, course_id, component, entered)
    select m.institution_id, m.student_id, m.term_id, m.course_id, x.key, x.value
    from marks m cross join jsonb_each(m.entries) x where m.institution_id = ${institutionId}
      and m.term_id in (select term_id from mark_sheets where institution_id = ${institutionId} and id = ${ids[0]!})`);
  await tx.execute(sql`update mark_sheet_courses set done_at = now() - interval '2 days'
    where institution_id = ${institutionId} and sheet_id = any (${sql.param(finished)}::bigint[])`);
}

/** After admissions, when everybody is in a batch. */
export const steps: DemoStep[] = [
  {
    place: 115,
    async load(tx, { school, college }) {
      await setUpAssessment(tx, school.id, {
        scale: 'waec',
        name: 'Two tests of 20, examination 60',
        system: 'average',
        step: '50',
        components: [
          ['First test', 20],
          ['Second test', 20],
          ['Examination', 60],
        ],
        traits: ['Neatness', 'Punctuality', 'Reliability', 'Initiative'],
      });
      await setUpAssessment(tx, college.id, {
        scale: 'polytechnic',
        name: 'Continuous assessment 40, examination 60',
        system: 'gpa',
        step: '100',
        components: [
          ['Continuous assessment', 40],
          ['Examination', 60],
        ],
        traits: [],
      });
    },
  },
  {
    place: 116,
    isHistory: true,
    load: (tx, { school, college }) =>
      withPastSessionsOpen(tx, [school.id, college.id], async () => {
        for (const { id } of [school, college]) await insertPastMarks(tx, id);
      }),
  },
  {
    place: 118,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) await insertMarks(tx, id);
    },
  },
];

/** As it was then: the marks of a session are approved before it closes. */
async function withPastSessionsOpen(tx: Tx, institutionIds: number[], work: () => Promise<void>): Promise<void> {
  const closed = await query<{ id: number; closedAt: string }>(tx)`
    update academic_sessions set closed_at = null where institution_id = any (${sql.param(institutionIds)}::int[])
      and closed_at is not null returning id::bigint as id, old.closed_at::text as "closedAt"`;
  await work();
  for (const { id, closedAt } of closed)
    await tx.execute(sql`update academic_sessions set closed_at = ${closedAt}::timestamptz
      where institution_id = any (${sql.param(institutionIds)}::int[]) and id = ${id}`);
}
