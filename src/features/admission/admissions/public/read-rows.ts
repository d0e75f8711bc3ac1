import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { personName } from '#kernel/person-name.ts';
import { readPhones, phoneField } from '#kernel/phone.ts';
import { allSteps } from '#kernel/refusals.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { choice, emptyIsNull, line, optionalEmail, optionalLine } from '#kernel/schemas.ts';
import { checkWords } from '#features/records/lookups/check-words.ts';
import type { GuardianAnswer, ResultAnswer, SchoolAnswer } from '../answers.ts';
import { IntakeForm } from '../intake-form.ts';
import { examinations } from '../intake-needs.ts';
import { readFields } from '#features/school/site/public/form-fields.ts';
import { rowsOf } from './step-values.ts';

type Sent = Record<string, unknown>;
export const mostRows = { guardians: 3, schools: 3, results: 2, subjects: 10 };

const Guardian = z.object({
  title: optionalLine(20, 'The title'),
  surname: personName(100, 'The surname'),
  firstName: personName(100, 'The first name'),
  relation: optionalLine(80, 'The relation'),
  mobile: phoneField,
  email: optionalEmail,
  occupation: optionalLine(100, 'The occupation'),
  address: optionalLine(300, 'The address'),
});

/** One to three people, of whom the school can reach the first. */
export async function readGuardians(tx: Tx, actor: Actor, sent: Sent, sentForm: Partial<IntakeForm>) {
  const { guardians: required } = IntakeForm.parse(sentForm);
  const { id: institutionId, countryId } = actor.institutions[0]!;
  const rows = rowsOf(sent, 'guardians').slice(0, mostRows.guardians);
  const read = await allSteps<GuardianAnswer[]>(
    ...rows.map(({ at, row }) => async () => {
      const fields = readFields(Guardian, row, `guardians.${at}.`);
      return prefixed(`guardians.${at}.`, async () => {
        if (!fields.relation) throw new ValidationError('relation', 'Choose the relation to the applicant.');
        if (!fields.mobile && !fields.email)
          throw new ValidationError('mobile', 'Enter a mobile number or an e-mail address.');
        const { relation } = await checkWords(tx, institutionId, { relation: 'guardianRelations' }, fields);
        return { ...fields, relation, ...readPhones(fields, countryId, 'mobile') };
      });
    }),
  );
  if (read.length < required)
    throw new ValidationError(
      `guardians.${read.length}.surname`,
      `The school asks for ${countOf(required, 'parent or guardian', 'parents or guardians')}.`,
    );
  return read;
}

const year = (name: string) =>
  emptyIsNull(
    z
      .string()
      .trim()
      .regex(/^(19|20)\d\d$/, `${name} is a year, such as 2024.`),
  );

const School = z.object({
  name: line(150, 'The name of the school'),
  from: year('From'),
  to: year('To'),
  lastClass: optionalLine(40, 'The last class'),
});

export async function readSchools(sent: Sent, sentForm: Partial<IntakeForm>) {
  const rows = rowsOf(sent, 'schools').slice(0, mostRows.schools);
  const read = await allSteps<SchoolAnswer[]>(
    ...rows.map(({ at, row }) => () => {
      const school = readFields(School, row, `schools.${at}.`);
      if (school.from && school.to && school.to < school.from)
        throw new ValidationError(`schools.${at}.to`, 'The last year is before the first.');
      return school;
    }),
  );
  if (!read.length && IntakeForm.parse(sentForm).schools === 'required')
    throw new ValidationError('schools.0.name', 'Enter the last school.');
  return read;
}

const Sitting = z.object({
  examination: choice(examinations),
  year: z
    .string()
    .trim()
    .regex(/^(19|20)\d\d$/, 'Enter the year, such as 2025.'),
  number: optionalLine(30, 'The examination number'),
});
const Subject = z.object({ subject: line(60, 'The subject'), grade: line(4, 'The grade') });

/** Grades of the West African examinations; JAMB gives marks. */
export const grades = ['A1', 'B2', 'B3', 'C4', 'C5', 'C6', 'D7', 'E8', 'F9', 'AR'];

export async function readResults(sent: Sent, sentForm: Partial<IntakeForm>) {
  const rows = rowsOf(sent, 'results').slice(0, mostRows.results);
  const read = await allSteps<ResultAnswer[]>(
    ...rows.map(({ at, row }) => async () => {
      const prefix = `results.${at}.`;
      const sitting = readFields(Sitting, row, prefix);
      const subjects = await allSteps<ResultAnswer['subjects']>(
        ...rowsOf(row, 'subjects')
          .slice(0, mostRows.subjects)
          .map(
            ({ at: line, row: typed }) =>
              () =>
                readSubject(typed, `${prefix}subjects.${line}.`, sitting.examination),
          ),
      );
      if (!subjects.length)
        throw new ValidationError(`${prefix}subjects.0.subject`, 'Enter the subjects with their grades.');
      return { ...sitting, subjects };
    }),
  );
  if (!read.length && IntakeForm.parse(sentForm).results === 'required')
    throw new ValidationError('results.0.examination', 'Enter at least one examination.');
  return read;
}

function readSubject(typed: Sent, prefix: string, examination: string) {
  const { subject, grade: written } = readFields(Subject, typed, prefix);
  const grade = written.toUpperCase();
  const isRight = examination === 'JAMB' ? /^\d{1,2}$|^100$/.test(grade) : grades.includes(grade);
  if (!isRight)
    throw new ValidationError(
      `${prefix}grade`,
      examination === 'JAMB'
        ? 'Enter the score, 0 to 100.'
        : `Enter a grade from ${grades[0]} to F9, or AR while it is awaited.`,
    );
  return { subject, grade };
}

/** Puts a row's place before the fields of a refusal. */
async function prefixed<T>(prefix: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const errors = Object.fromEntries(Object.entries(error.errors).map(([name, text]) => [prefix + name, text]));
    throw new ValidationError(...(Object.entries(errors)[0] as [string, string]), errors);
  }
}
