import { sql } from 'drizzle-orm';
import { checkPattern } from '#kernel/counters.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { fieldOf } from '#features/money/fees/setup/rows-field.ts';
import type { IntakeInput } from './intake-fields.ts';

type Problem = [field: string, message: string];

/** Refuses what the fields of an intake say together, with each problem beside its field. */
export async function checkIntake(
  tx: Tx,
  { institutionId, programId, timeZone }: { institutionId: number; programId: number; timeZone: string },
  input: IntakeInput,
): Promise<void> {
  checkPattern('numberPattern', input.numberPattern);
  const rows = await query<{ classes: number[]; custom: number[]; isAhead: boolean }>(
    tx,
    render(sql`
    select (select coalesce(jsonb_agg(id), '[]') from classes
        where institution_id = ${institutionId} and program_id = ${programId}) as classes,
      (select coalesce(jsonb_agg(id), '[]') from custom_fields where institution_id = ${institutionId}
        and entity = 'student' and type <> 'file') as custom,
      ${input.closesAt}::timestamp at time zone ${timeZone} > ${input.opensAt}::timestamp at time zone ${timeZone}
        as "isAhead"`),
  );
  const known = rows[0]!;
  const problems = [
    ...(known.isAhead ? [] : [['closesAt', 'The intake must close after it opens.'] satisfies Problem]),
    ...checkClasses(input, known.classes),
    ...checkLabels('papers', input.papers, 'papers'),
    ...checkLabels('tests', input.tests, 'tests'),
    ...checkAges(input),
    ...checkCutoff(input),
    ...checkQuestions(input, known.custom),
  ];
  if (problems[0]) throw new ValidationError(...problems[0], Object.fromEntries(problems.toReversed()));
}

function checkClasses({ classes }: IntakeInput, known: number[]): Problem[] {
  if (classes.length === 0) return [['classes', 'Add the class that applicants enter.']];
  return classes.flatMap((row, at): Problem[] => {
    const field = fieldOf('classes', row, 'classId');
    if (!known.includes(row.classId)) return [[field, 'Choose a class of this programme.']];
    const isTwice = classes.slice(0, at).some(({ classId }) => classId === row.classId);
    return isTwice ? [[field, 'This class is already listed. Remove one of the rows.']] : [];
  });
}

const checkLabels = (list: string, rows: (IntakeInput['papers'] | IntakeInput['tests'])[number][], noun: string) =>
  rows.flatMap((row, at): Problem[] => {
    const isTwice = rows.slice(0, at).some(({ label }) => label.toLowerCase() === row.label.toLowerCase());
    return isTwice ? [[fieldOf(list, row, 'label'), `Two ${noun} are named ${row.label}. Rename one.`]] : [];
  });

const checkAges = ({ minimumAge, maximumAge }: IntakeInput): Problem[] =>
  minimumAge !== null && maximumAge !== null && minimumAge > maximumAge
    ? [['maximumAge', 'The maximum age is below the minimum age.']]
    : [];

function checkCutoff({ cutoff, tests }: IntakeInput): Problem[] {
  const most = tests.reduce((sum, test) => sum + test.most, 0);
  return cutoff !== null && tests.length > 0 && cutoff > most
    ? [['cutoff', `The tests add up to ${most}. Enter a cut-off of ${most} or less.`]]
    : [];
}

function checkQuestions({ custom, results, examinations }: IntakeInput, known: number[]): Problem[] {
  const unknown = Object.keys(custom).find((key) => !known.includes(Number(key)));
  return [
    ...(unknown
      ? [[`custom.${unknown}`, 'This custom field no longer exists. Reload the page.'] satisfies Problem]
      : []),
    ...(results !== 'hidden' && examinations.length === 0
      ? [['examinations', 'Choose the examinations whose results can be entered.'] satisfies Problem]
      : []),
  ];
}
