import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { applicationStates } from '../admissions.ts';
import { intakeClasses, intakes } from '../admissions.schema.ts';
import { askableFields, needs, type AskableField, type Need } from '../intake-needs.ts';
import { checkIntake } from './check-intake.ts';
import { clockOf, intakeInForm, intakeName, lockIntakeDetails } from './intake.queries.ts';
import { IntakeFields, type IntakeInput } from './intake-fields.ts';
import { readIntake, type IntakeValues } from './read-intake.ts';
import { refuseTestsWithMarks, refuseUsedClasses } from './refuse-in-use.ts';

export const EditIntake = edits(IntakeFields);

async function lockForEdit(tx: Tx, actor: Actor, intakeId: number) {
  const intake = await lockIntakeDetails(tx, actor, intakeId);
  const rows = await query<{ opensAt: Date; closesAt: Date }>(
    tx,
    render(sql`
    select opens_at as "opensAt", closes_at as "closesAt" from intakes
    where institution_id = ${intake.institutionId} and id = ${intakeId}`),
  );
  const { opensAt, closesAt } = rows[0]!;
  return {
    ...intake,
    opensAt,
    closesAt,
    inForm: intakeInForm(intake),
    classes: asClasses(intake.classes),
  };
}

const asClasses = (classes: { classId: number; seats: number | null }[]) =>
  classes.map(({ classId, seats }) => ({ classId, seats })).toSorted((a, b) => a.classId - b.classId);

/** Changes an intake. Applications that were sent keep their answers. */
export const editIntake = editRecord({
  action: 'admissions.editIntake',
  type: 'intake',
  table: intakes,
  may: 'admissions.edit',
  fields: EditIntake,
  lock: lockForEdit,
  inForm: ({ inForm }) => inForm,
  sets: ['notifies', 'examinations'],
  together: [
    ['opensAt', 'closesAt'],
    ['minimumAge', 'maximumAge', 'ageOn'],
  ],
  merging: () => ({ words: wordsOf }),
  read: ({ tx, actor, before, input }): Promise<IntakeValues> =>
    readIntake(tx, clockOf(actor, before.institutionId), input as IntakeInput, before),
  check: async ({ tx, actor, before, input, values }) => {
    const { institutionId, programId } = before;
    await checkIntake(tx, { institutionId, programId, timeZone: clockOf(actor, institutionId) }, input as IntakeInput);
    await refuseUsedClasses(tx, before, values.classes);
    await refuseTestsWithMarks(tx, before, values.tests);
  },
  alsoWrite: async ({ tx, before: { institutionId, id: intakeId }, values, changes }) => {
    if (!Object.hasOwn(changes, 'classes')) return;
    await tx
      .delete(intakeClasses)
      .where(and(eq(intakeClasses.institutionId, institutionId), eq(intakeClasses.intakeId, intakeId)));
    await tx.insert(intakeClasses).values(values.classes.map((each) => ({ institutionId, intakeId, ...each })));
  },
  nameOf: ({ before }) => `the intake ${intakeName(before)}`,
});

const labelsOf = (rows: unknown) => (rows as { label: string }[]).map(({ label }) => label).join(', ');
const needsOf = (labelOf: (key: string) => string) => (asked: unknown) =>
  Object.entries(asked as Record<string, Need>)
    .filter(([, need]) => need !== 'hidden')
    .map(([key, need]) => `${labelOf(key)}: ${needs[need].toLowerCase()}`)
    .join(', ');

/** Both sides of a question about a change that somebody else saved meanwhile. */
const wordsOf = {
  papers: labelsOf,
  tests: labelsOf,
  classes: (rows: unknown) => `${(rows as unknown[]).length} classes`,
  fields: needsOf((key) => askableFields[key as AskableField]),
  custom: needsOf((key) => `question ${key}`),
  words: (words: unknown) =>
    Object.entries(words as Record<string, string>)
      .map(([state, text]) => `${applicationStates[state as keyof typeof applicationStates]}: ${text}`)
      .join(' '),
};
