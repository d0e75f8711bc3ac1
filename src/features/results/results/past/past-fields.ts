import type { Kind, LogDetails, ImportJob, UndoResult } from '#features/people/imports/kinds/kind.ts';
import { sql } from 'drizzle-orm';
import { anchorRows, anchorsGone, type AnchoredRows } from '../verification/anchors.ts';
import { comparePast } from './compare-past.ts';
import { pastTwins } from './past-rows.ts';
import type { Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { refreshSummaries } from '../summaries/refresh-summaries.ts';
import { groupOfField } from '#features/people/students/form/create-student.ts';
import { studentGroups } from '#features/people/students/students.policy.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { quote } from '#features/people/imports/engine/headers.ts';
import type { Fields, PersonRecord, Roster } from '#features/people/imports/engine/field.ts';
import type { CellResult } from '#features/people/imports/engine/read-value.ts';
import { isMeant, ownerFields } from '#features/people/imports/engine/owner-fields.ts';

/** Imported terms with their courses: nobody here can prove them, but what the file brought stays as it came. */
export const pastAnchors: AnchoredRows = {
  kind: 'past_terms',
  many: 'imported terms',
  rows: sql`select p.institution_id, p.id as key, p.student_id, p.import_id,
      encode(sha256(convert_to(jsonb_build_array(p.session, p.year, p.term, p.position, p.class_name, p.system, p.average,
        p.rank, p.rank_of, c.courses)::text, 'UTF8')), 'hex') as digest,
      'The imported result of ' || s.admission_number || ', ' || p.term || ', ' || p.session as words
    from past_terms p join students s on (s.institution_id, s.id) = (p.institution_id, p.student_id)
    cross join lateral (select jsonb_agg(jsonb_build_array(r.code, r.title, r.units, r.total, r.grade, r.points, r.passed)
        order by r.code) as courses
      from past_results r where (r.institution_id, r.past_term_id) = (p.institution_id, p.id)) c`,
};

/** '2021/2022', '2021-22': a session and the year in which it began. */
export function readSession(value: string): CellResult<{ session: string; year: number }> {
  const [, first, last] = /^(\d{4})\s*[/–—-]\s*(\d{4}|\d{2})$/.exec(value) ?? [];
  const year = Number(first);
  const next = last?.length === 2 ? Math.trunc(year / 100) * 100 + Number(last) : Number(last);
  if (!first || (next !== year + 1 && !(last?.length === 2 && (next + 100) % 100 === (year + 1) % 100)))
    return { problem: `${quote(value)} is not a session. Use the form 2021/2022.` };
  if (year < 1950 || year > 2100) return { problem: `${quote(value)} is too far away. Check the year.` };
  return { ok: { session: `${year}/${year + 1}`, year } };
}

const words: [pattern: RegExp, position: number][] = [
  [/^(1|1st|first|harmattan|alpha)\b/i, 1],
  [/^(2|2nd|second|rain|omega)\b/i, 2],
  [/^(3|3rd|third|summer)\b/i, 3],
];
const ordinals = ['First', 'Second', 'Third'];

/** 'Second Semester', '2': the term as it is called, and its place in the session. */
export function readTerm(value: string): CellResult<{ term: string; position: number }> {
  const position = words.find(([pattern]) => pattern.test(value))?.[1];
  if (!position) return { problem: `${quote(value)} is not a term. Use First, Second or Third.` };
  const isBare = /^(\d(st|nd|rd)?|first|second|third)$/i.test(value);
  return { ok: { term: isBare ? `${ordinals[position - 1]} Term` : value.slice(0, 60), position } };
}

/** Codes are compared, so they are written in one way: 'mth101' and 'MTH  101' are the same course. */
export function readCode(value: string): CellResult<string> {
  const code = value
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/^([A-Z]{2,5})[ -]?(\d{3})$/, '$1 $2');
  return code.length <= 20
    ? { ok: code }
    : { problem: `${quote(value)} is too long for a code: 20 characters at most.` };
}

/** '64.5' as hundredths; nothing is rounded. */
export function readHundredths(value: string, what: string, most: number, places: 2 | 3 = 2): CellResult<number> {
  const [, whole, part = ''] = /^(\d{1,5})(?:[.,](\d{1,4}))?$/.exec(value) ?? [];
  if (whole === undefined) return { problem: `${quote(value)} is not a number. Use the form 64.5.` };
  if (/[1-9]/.test(part.slice(places)))
    return { problem: `${what} has ${places === 2 ? 'two' : 'three'} decimals at most: ${quote(value)}.` };
  const read = (Number(whole) * 1000 + Number(part.slice(0, 3).padEnd(3, '0'))) / 10;
  return read <= most ? { ok: read } : { problem: `${quote(value)} is too large. ${what} is at most ${most / 100}.` };
}

function readWhole(value: string, what: string, most: number, least = 0): CellResult<number> {
  const read = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  return read >= least && read <= most
    ? { ok: read }
    : { problem: `${quote(value)} is not possible. ${what} is a whole number from ${least} to ${most}.` };
}

const hundredths = (key: string, what: string, most: number, places: 2 | 3 = 2) => ({
  read: (value: string): CellResult<number> => readHundredths(value, what, most, places),
  shown: (record: PersonRecord) => (typeof record[key] === 'number' ? decimals(record[key]) : ''),
  fits: isMeant,
});

/** The columns of a file with results of past years: a row a course. */
const fields: Fields = {
  ...ownerFields(),
  session: {
    label: 'Session',
    isRequired: true,
    synonyms: ['session', 'academicsession', 'academicyear', 'schoolyear', 'year'],
    read: readSession,
    fits: isMeant,
    note: 'As 2021/2022.',
  },
  term: {
    label: 'Term',
    isRequired: true,
    synonyms: ['term', 'semester'],
    read: readTerm,
    fits: isMeant,
    note: 'First, Second or Third, or 1, 2 or 3.',
  },
  className: { label: 'Class', max: 120, synonyms: ['class', 'classname', 'level', 'classarm', 'batch'] },
  code: {
    label: 'Course code',
    isRequired: true,
    synonyms: ['coursecode', 'subjectcode', 'code'],
    read: readCode,
    fits: isMeant,
    note: 'The same code in two terms is the same course.',
  },
  title: {
    label: 'Course title',
    max: 160,
    isRequired: true,
    synonyms: ['coursetitle', 'subjecttitle', 'title', 'course', 'subject', 'coursename', 'subjectname'],
  },
  units: {
    label: 'Units',
    synonyms: ['units', 'unit', 'creditunits', 'creditunit', 'credit', 'credits', 'cu'],
    read: (value) => readWhole(value, 'The units', 60),
    fits: isMeant,
    note: 'For colleges: terms with units have grade points.',
  },
  total: {
    label: 'Total',
    synonyms: ['total', 'totalscore', 'score', 'mark', 'marks'],
    ...hundredths('total', 'A total', 10_000),
  },
  grade: { label: 'Grade', max: 10, synonyms: ['grade', 'lettergrade'] },
  points: {
    label: 'Grade point',
    synonyms: ['gradepoint', 'gradepoints', 'point', 'points', 'gp'],
    ...hundredths('points', 'A grade point', 1000, 3),
    note: 'If blank, the grade’s points in the scale are used.',
  },
  scale: {
    label: 'Grading scale',
    max: 80,
    synonyms: ['gradingscale', 'scale'],
    note: 'The name of one of the school’s scales. Only needed if it has several.',
  },
  average: {
    label: 'Term average',
    synonyms: ['termaverage', 'average', 'avg', 'mean'],
    ...hundredths('average', 'An average', 10_000),
    note: 'The term’s average, the same in all its rows. If blank, the mean of the totals is used.',
  },
  rank: {
    label: 'Position',
    synonyms: ['position', 'rank', 'classposition'],
    read: (value) => readWhole(value.replace(/(st|nd|rd|th)$/i, ''), 'The position', 100_000, 1),
    fits: isMeant,
  },
  rankOf: {
    label: 'Out of',
    synonyms: ['outof', 'numberinclass', 'classsize', 'of'],
    read: (value) => readWhole(value, 'The number in class', 100_000, 1),
    fits: isMeant,
  },
};

const pastRoster: Roster = {
  one: 'past result',
  many: 'past results',
  fields,
  prefix: /^(?:the)?(?:student|pupil|learner|child)s?/,
  doubts: { own: /^(course|subject|total|grade|semester|term|score)/, others: [] },
  computed: {},
  understand(texts, _, { session, term, total, rank, rankOf }, add) {
    for (const key of ['admissionNumber', 'session', 'term', 'code', 'title'])
      if (!texts[key]) add(key, `${fields[key]!.label} is missing.`);
    if (texts['title'] === undefined && !texts['code']) add('title', 'The course title is missing.');
    if (!texts['total'] && !texts['grade'])
      add('total', 'Enter the total or the grade. Leave courses without a result out of the file.');
    if (rank !== null && rankOf !== null && Number(rank) > Number(rankOf))
      add('rank', `${quote(texts['rank'] ?? '')} is beyond the number in class.`);
    return { ...(session as object | null), ...(term as object | null), total };
  },
};

const pastGroups = { groups: studentGroups, groupOf: groupOfField };

const resultOf = (removed: number): UndoResult => ({ removed, stays: {}, restored: 0, kept: 0 });

/** An undo takes all terms of the file away: nothing else hangs on them. */
async function planPastUndo(tx: Tx, { institutionId, importId }: ImportJob): Promise<UndoResult> {
  const [found] = await query<{ count: number }>(tx)`select count(*)::int as count from past_terms p
      join past_results r on (r.institution_id, r.past_term_id) = (p.institution_id, p.id)
      where p.institution_id = ${institutionId} and p.import_id = ${importId}`;
  return resultOf(found!.count);
}

async function runPastUndo(tx: Tx, actor: Actor, job: ImportJob): Promise<UndoResult & LogDetails> {
  const { institutionId, importId } = job;
  await tx.execute(sql`select 1 from students where institution_id = ${institutionId} and id in (
    select p.student_id from past_terms p where p.institution_id = ${institutionId} and p.import_id = ${importId})
    order by id for no key update`);
  const planned = await planPastUndo(tx, job);
  const removed = await query<{ id: number; studentId: number }>(tx)`
    delete from past_terms where institution_id = ${institutionId} and import_id = ${importId}
      returning id::bigint as id, student_id::bigint as "studentId"`;
  const studentIds = [...new Set(removed.map(({ studentId }) => studentId))];
  await refreshSummaries(tx, institutionId, studentIds);
  await recordMany(
    tx,
    actor,
    'results.edit',
    studentIds.map((id) => ({
      institutionId,
      summary: 'removed past results imported from a file',
      subject: { type: 'student', id },
      details: { undoneImport: importId },
    })),
  );
  return {
    ...planned,
    logged: anchorsGone(
      pastAnchors,
      removed.map(({ id, studentId }) => [id, studentId]),
    ),
  };
}

/** Results of past years or of another school, a row a course, so that transcripts begin at the beginning. */
export const pastResults: Kind & { key: 'results' } = {
  ...pastRoster,
  ...pastGroups,
  key: 'results',
  entity: 'student',
  permission: 'results.publish',
  keyField: 'admissionNumber',
  hasCustomFields: false,
  isWhole: 'Results of past years are imported as a whole. Fix the problems and upload the file again.',
  examples: {
    admissionNumber: ['2021/0001', 'Required.'],
    session: ['2021/2022', 'Required.'],
    term: ['First', 'Required.'],
    className: ['SS 1'],
    code: ['MTH', 'Required.'],
    title: ['Mathematics', 'Required.'],
    total: ['64.5', 'Required, unless there is a grade.'],
    grade: ['C4'],
  },
  twins: pastTwins,
  compare: comparePast,
  logged: (tx, actor, { institutionId, importId }) =>
    anchorRows(tx, actor, institutionId, pastAnchors, sql`r.import_id = ${importId}`),
  undo: { plan: planPastUndo, run: runPastUndo },
};
