import { ValidationError } from '#kernel/errors.ts';
import { definitionsOf, type Definition, offered } from '#features/records/custom-fields/write-definitions.ts';
import { readCustomValue } from '#features/records/custom-fields/read-custom-value.ts';
import { type Db, type Tx, query } from '#kernel/database.ts';
import { IntakeForm } from '../intake-form.ts';
import { refusalOf, readFields } from '#features/school/site/public/form-answers.ts';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { personName } from '#kernel/person-name.ts';
import { readPhones, phoneField } from '#kernel/phone.ts';
import { allSteps } from '#kernel/refusals.ts';
import { countOf } from '#ui/format.ts';
import { choice, emptyIsNull, line, optionalEmail, optionalLine } from '#kernel/schemas.ts';
import { checkListValues } from '#features/records/lookups/check-list-values.ts';
import {
  examinations,
  type GuardianAnswer,
  type ResultAnswer,
  type SchoolAnswer,
  askableFields,
  type AskableField,
} from '../intake-needs.ts';
import { rowsOf, type Choice, type ExtraField } from './steps.ts';
import { asc, eq, isNull, and, sql } from 'drizzle-orm';
import { hasOptions } from '#kernel/contracts/custom-field.ts';
import { bloodGroups, genotypes } from '#features/records/people/people.fields.ts';
import { listCountries, listLgas, listStates } from '#features/records/geography/geography.queries.ts';
import { lists, type ListKey } from '#features/records/lookups/lookups.schema.ts';

/** A custom field that the intake asks for. Papers take the place of files. */
export type AskedField = Definition & { isAskedFor: 'optional' | 'required' };

export async function askedFields(db: Db, institutionId: number, sentForm: Partial<IntakeForm>): Promise<AskedField[]> {
  const { custom } = IntakeForm.parse(sentForm);
  const all = await definitionsOf(db, institutionId, 'student');
  return all.flatMap((field) => {
    const need = custom[String(field.id)] ?? 'hidden';
    return need === 'hidden' || field.isRetired || field.type === 'file' ? [] : [{ ...field, isAskedFor: need }];
  });
}

/** The values as a form of the record sends them; refuses what cannot be saved later. */
export function readCustom(asked: AskedField[], sent: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const errors: [string, string][] = [];
  for (const field of asked) {
    const name = `custom.${field.id}`;
    const typed = sent[name];
    const reading = readCustomValue(field, typed);
    if ('refusal' in reading) errors.push([name, reading.refusal]);
    else if (reading.value !== null)
      values[field.id] = Array.isArray(reading.value) && field.type === 'choice' ? reading.value[0] : reading.value;
    else if (field.isAskedFor === 'required') errors.push([name, `${field.label} is required.`]);
  }
  if (errors.length) throw refusalOf(errors) satisfies ValidationError;
  return values;
}

type Sent = Record<string, unknown>;
const mostRows = { guardians: 3, schools: 3, results: 2, subjects: 10 };

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
        const { relation } = await checkListValues(tx, institutionId, { relation: 'guardianRelations' }, fields);
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

const choicesOf = (rows: { id: string; name: string }[]): Choice[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }));
const same = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }));

/** The values of an institution's list that are offered. */
export async function listChoices(db: Db, institutionId: number, key: ListKey): Promise<Choice[]> {
  const table = lists[key];
  const rows = await db
    .select({ name: table.name })
    .from(table)
    .where(and(eq(table.institutionId, institutionId), isNull(table.retiredAt)))
    .orderBy(asc(table.position), asc(table.name));
  return same(rows.map(({ name }) => name));
}

export const lgaChoices = async (db: Db, stateId: string): Promise<Choice[]> => choicesOf(await listLgas(db, stateId));

interface Asked {
  institutionId: number;
  form: Partial<IntakeForm>;
  countryId: string;
  stateId: string | undefined;
}

/** The fields of a person that the intake asks for, with their choices; the queries travel together. */
export async function personFieldsOf(db: Db, { institutionId, form, countryId, stateId }: Asked) {
  const { fields } = IntakeForm.parse(form);
  const isAsked = (field: AskableField) => (fields[field] ?? 'hidden') !== 'hidden';
  const none: Promise<Choice[]> = Promise.resolve([]);
  const [countries, states, lgas, religions, languages] = await Promise.all([
    isAsked('nationalityId') || isAsked('countryId') ? listCountries(db).then(choicesOf) : none,
    isAsked('countryId') ? listStates(db, countryId).then(choicesOf) : none,
    isAsked('countryId') && stateId ? lgaChoices(db, stateId) : none,
    isAsked('religion') ? listChoices(db, institutionId, 'religions') : none,
    isAsked('language') ? listChoices(db, institutionId, 'languages') : none,
  ]);
  const options: Partial<Record<AskableField, Choice[]>> = {
    nationalityId: countries,
    religion: religions,
    language: languages,
    bloodGroup: same(bloodGroups),
    genotype: same(genotypes),
  };
  return (Object.keys(askableFields) as AskableField[]).filter(isAsked).flatMap((name): ExtraField[] => {
    const isOptional = fields[name] !== 'required';
    const field = { name, label: askableFields[name], isOptional };
    if (name === 'countryId')
      return [
        { ...field, label: 'Country', type: 'select', options: countries },
        { name: 'stateId', label: 'State', type: 'select', isOptional, options: states },
        { name: 'lgaId', label: 'Local government area', type: 'select', isOptional: true, options: lgas },
        { name: 'stateName', label: 'State or region, if it is in another country', type: 'text', isOptional: true },
      ];
    return [{ ...field, type: options[name] ? 'select' : 'text', options: options[name] }];
  });
}

/** The school's own questions as fields. */
export const customFieldsOf = (asked: readonly AskedField[]): ExtraField[] =>
  asked.map((field) => {
    const { help: hint, id, isAskedFor, label, type } = field;
    const base = { name: `custom.${id}`, label, hint, isOptional: isAskedFor === 'optional' };
    if (type === 'yes_no')
      return {
        ...base,
        type: 'select',
        options: [
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ],
      };
    if (hasOptions(type)) {
      const options = offered(field).map((option) => ({ value: String(option.id), label: option.label }));
      return { ...base, type: type === 'multi_choice' ? 'checks' : 'select', options };
    }
    return { ...base, type: type === 'number' || type === 'date' ? type : 'text' };
  });

/** Forms of address that are in use, as suggestions. */
export const titlesInUse = ['Mr', 'Mrs', 'Miss', 'Ms', 'Dr', 'Chief', 'Alhaji', 'Alhaja', 'Pastor', 'Engr'];

/** The names behind ids of places, for the review. */
export const placeNames = (db: Db, ids: readonly (string | null | undefined)[]) =>
  query<{ id: string; name: string }>(db)`
    select id, name from (
      select id, name from countries union all select id, name from states union all select id, name from lgas) place
    where id = any (${sql.param(ids.filter((id) => typeof id === 'string'))}::text[])`;
