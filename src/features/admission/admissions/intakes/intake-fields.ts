import { z } from 'zod';
import { amount, checkbox, choice, emptyIsNull, id, line, list, localMoment, optionalDay } from '#kernel/schemas.ts';
import { rowsField } from '#features/money/fees/setup/rows-field.ts';
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
export const toldStates = states.filter((state) => state !== 'draft');

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
    'A form can ask for up to 20 papers.',
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
