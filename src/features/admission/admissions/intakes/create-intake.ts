import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { id, amount, checkbox, choice, emptyIsNull, line, list, localMoment, optionalDay } from '#kernel/schemas.ts';
import { intakeClasses, intakes } from '../admissions.schema.ts';
import { checkPattern } from '#kernel/counters.ts';
import { fieldOf, rowsField } from '#features/money/fees/setup/rows-field.ts';
import { applicationStates, type ApplicationState } from '../admissions.ts';
import { IntakeForm, IntakePaper, IntakeTest } from '../intake-form.ts';
import { needs } from '../intake-needs.ts';

const text = (max: number, name: string) =>
  emptyIsNull(z.string().trim().max(max, `${name} can have up to ${max} characters.`));
const whole = (name: string, from: number, to: number) =>
  z.coerce
    .number(`Enter ${name}.`)
    .int('Enter a whole number.')
    .min(from, `Enter ${from} or more.`)
    .max(to, `Enter ${to.toLocaleString('en-GB')} or less.`);
const fee = emptyIsNull(amount('The fee', { zero: true })).transform((minor) => minor ?? 0);
const age = emptyIsNull(whole('an age in years', 1, 99));

const states = Object.keys(applicationStates) as [ApplicationState, ...ApplicationState[]];
/** States that an applicant can read about. */
const toldStates = states.filter((state) => state !== 'draft');

/** The key that a row has had since it was added. */
const rowKey = emptyIsNull(IntakePaper.shape.key);

export const IntakeFields = z.object({
  opensAt: localMoment,
  closesAt: localMoment,
  classes: rowsField(
    z.object({ classId: id, seats: emptyIsNull(whole('the number of seats', 0, 100_000)) }),
    40,
    'An intake can have up to 40 entry classes.',
  ),
  requiresPin: checkbox,
  applicationFee: fee,
  acceptanceFee: fee,
  bills: checkbox,
  minimumAge: age,
  maximumAge: age,
  ageOn: optionalDay,
  ...IntakeForm.shape,
  examinations: list(IntakeForm.shape.examinations.unwrap().element),
  /** The paper `photo`. */
  photo: choice(needs).default('hidden'),
  papers: rowsField(
    z.object({ savedKey: rowKey, label: IntakePaper.shape.label, isRequired: checkbox }),
    20,
    'A form can request up to 20 papers.',
  ),
  tests: rowsField(
    z.object({
      savedKey: rowKey,
      label: line(60, 'The name of the test'),
      most: z.coerce.number('Enter the highest mark.').pipe(IntakeTest.shape.most),
    }),
    12,
    'An examination can have up to 12 tests.',
  ),
  cutoff: emptyIsNull(
    z.coerce.number('Enter a mark.').min(0, 'Enter zero or more.').max(10_000, 'Enter 10,000 or less.'),
  ),
  offerDays: whole('the number of days', 1, 365),
  numberPattern: line(60, 'The pattern'),
  introduction: text(2000, 'The introduction'),
  letter: text(8000, 'The letter'),
  words: z.partialRecord(z.enum(states), text(600, 'The text')).default({}),
  notifies: list(z.enum(toldStates as [ApplicationState, ...ApplicationState[]])),
});
export type IntakeInput = z.infer<typeof IntakeFields>;

type Problem = [field: string, message: string];

/** Refuses what the fields of an intake say together, with each problem beside its field. */
export async function checkIntake(
  tx: Tx,
  { institutionId, programId, timeZone }: { institutionId: number; programId: number; timeZone: string },
  input: IntakeInput,
): Promise<void> {
  checkPattern('numberPattern', input.numberPattern);
  const rows = await query<{ classes: number[]; custom: number[]; isAhead: boolean }>(tx, render)`
    select (select coalesce(jsonb_agg(id), '[]') from classes
        where institution_id = ${institutionId} and program_id = ${programId}) as classes,
      (select coalesce(jsonb_agg(id), '[]') from custom_fields where institution_id = ${institutionId}
        and entity = 'student' and type <> 'file') as custom,
      ${input.closesAt}::timestamp at time zone ${timeZone} > ${input.opensAt}::timestamp at time zone ${timeZone}
        as "isAhead"`;
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

interface Saved {
  papers: readonly IntakePaper[];
  tests: readonly IntakeTest[];
}

/** The columns of an intake from its form. Times are the institution's; papers and tests keep their keys. */
export async function readIntake(tx: Tx, timeZone: string, input: IntakeInput, saved: Saved) {
  const {
    fields,
    guardians,
    schools,
    results,
    examinations,
    custom,
    photo,
    classes,
    papers,
    tests,
    words,
    ...columns
  } = input;
  const rows = await query<{ opensAt: Date; closesAt: Date }>(tx, render)`
    select ${columns.opensAt}::timestamp at time zone ${timeZone} as "opensAt",
      ${columns.closesAt}::timestamp at time zone ${timeZone} as "closesAt"`;
  const asked: IntakePaper[] = keyed(papers, saved.papers, ['photo']).map(({ key, label, isRequired }) => ({
    key,
    label,
    isRequired,
  }));
  const photoPaper = { key: 'photo', label: 'Photo', isRequired: photo === 'required' };
  return {
    ...columns,
    opensAt: rows[0]!.opensAt,
    closesAt: rows[0]!.closesAt,
    form: { fields: asAsked(fields), guardians, schools, results, examinations, custom: asAsked(custom) },
    papers: photo === 'hidden' ? asked : [photoPaper, ...asked],
    tests: keyed(tests, saved.tests).map(({ key, label, most }): IntakeTest => ({ key, label, most })),
    words: Object.fromEntries(Object.entries(words).filter(([, text]) => text !== null)),
    classes: classes.map(({ classId, seats }) => ({ classId, seats })).toSorted((a, b) => a.classId - b.classId),
  } satisfies Partial<typeof intakes.$inferInsert> & { classes: object[] };
}
export type IntakeValues = Awaited<ReturnType<typeof readIntake>>;

/** Without fields that are not asked, so that an untouched form is stored as it was. */
const asAsked = <Need extends string>(all: Partial<Record<string, Need>>): Record<string, Need> =>
  Object.fromEntries(Object.entries(all).filter(([, need]) => need !== undefined && need !== 'hidden')) as Record<
    string,
    Need
  >;

/** A key for a paper or a test from its label, different from those that are taken: 'Birth certificate' is birth-certificate. */
function keyFor(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
    .slice(0, 36)
    .replace(/-+$/, '');
  const start = plain || 'item';
  for (let at = 1; ; at += 1) {
    const key = at === 1 ? start : `${start}-${at}`;
    if (!taken.has(key)) return key;
  }
}

interface Row {
  savedKey: string | null;
  label: string;
}

/** Rows with their keys: a saved row keeps its own, whatever its label is now; a new one gets one from its label. */
function keyed<R extends Row>(rows: R[], saved: readonly { key: string }[], reserved: string[] = []) {
  const known = new Set(saved.map(({ key }) => key));
  const taken = new Set([...reserved, ...known]);
  const used = new Set<string>();
  return rows.map(({ savedKey, ...row }) => {
    const key = savedKey && known.has(savedKey) && !used.has(savedKey) ? savedKey : keyFor(row.label, taken);
    taken.add(key);
    used.add(key);
    return { ...row, key };
  });
}

export const CreateIntake = IntakeFields.extend({ institutionId: id, programId: id, sessionId: id });

/** Adds the intake of a programme for a session. Visitors see it once it is published. */
export async function createIntake(tx: Tx, actor: Actor, sent: z.infer<typeof CreateIntake>): Promise<number> {
  const { institutionId, programId, sessionId, ...input } = sent;
  allow(actor, 'admissions.edit', institutionId);
  const { timeZone } = membershipIn(actor, institutionId)!;
  const name = await nameOf(tx, institutionId, programId, sessionId);
  await checkIntake(tx, { institutionId, programId, timeZone }, input);
  const { classes, ...columns } = await readIntake(tx, timeZone, input, { papers: [], tests: [] });
  const [row] = await refuseDuplicate(
    tx
      .insert(intakes)
      .values({ institutionId, programId, sessionId, ...columns, accountId: actor.accountId })
      .returning({ id: intakes.id }),
    { intakes_program: ['programId', `${name} already exists. Choose another programme or session.`] },
  );
  await tx.insert(intakeClasses).values(classes.map((each) => ({ institutionId, intakeId: row!.id, ...each })));
  await record(tx, actor, 'admissions.createIntake', {
    institutionId,
    summary: `added the intake ${name}`,
    subject: { type: 'intake', id: row!.id },
    details: { ...columns, classes },
  });
  return row!.id;
}

/** 'Junior Secondary, 2026/2027'; refuses a programme or session that takes nobody any more. */
async function nameOf(tx: Tx, institutionId: number, programId: number, sessionId: number): Promise<string> {
  const rows = await query<{ program: string | null; session: string | null }>(tx, render)`
    select (select name from programs where institution_id = ${institutionId} and id = ${programId}
        and retired_at is null) as program,
      (select name from academic_sessions where institution_id = ${institutionId} and id = ${sessionId}
        and closed_at is null) as session`;
  const { program, session } = rows[0]!;
  if (!program) throw new ValidationError('programId', 'Choose a programme.');
  if (!session) throw new ValidationError('sessionId', 'Choose a session that is not closed.');
  return `${program}, ${session}`;
}
