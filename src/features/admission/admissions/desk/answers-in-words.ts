import { chosenLabels, type CustomField } from '#kernel/contracts/custom-field.ts';
import { formatDay, isDay } from '#kernel/dates.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { phoneText } from '#ui/format.ts';
import { genders } from '#features/records/people/genders.ts';
import { groupOfField } from '#features/people/students/form/student-fields.ts';
import { formParts, type FormPart } from '../admissions.ts';
import { askableFields, type AskableField } from '../intake-needs.ts';
import type { ReviewedApplication } from './review.queries.ts';

export interface AnswerRow {
  label: string;
  value: string;
  /** A restricted value is only shown on request. */
  group: FieldGroup;
}
export interface AnswerSection {
  part: FormPart;
  title: string;
  rows: AnswerRow[];
}

type Field = Pick<CustomField, 'id' | 'label' | 'type' | 'options'> & { group: FieldGroup };

/** The answers of an application in words, part by part. Unanswered fields are left out. */
export function answersInWords(
  application: ReviewedApplication,
  places: Record<string, string>,
  fields: Field[],
): AnswerSection[] {
  const { answers } = application;
  const sections: Record<Exclude<FormPart, 'photo'>, [string, string | null | undefined, FieldGroup?][]> = {
    person: personRows(application, places),
    guardians: (answers.guardians ?? []).map((one) => [
      one.relation ?? 'Guardian',
      joined([
        joined([one.title, one.firstName, one.surname], ' '),
        phoneText(one.mobile),
        one.email,
        one.occupation,
        one.address,
      ]),
    ]),
    schools: (answers.schools ?? []).map(({ name, from, to, lastClass }) => [
      joined([from, to], '–') || 'School',
      joined([name, lastClass]),
    ]),
    results: (answers.results ?? []).map(({ examination, year, number, subjects }) => [
      `${examination} ${year}`,
      joined([number, subjects.map(({ subject, grade }) => `${subject} ${grade}`).join(', ')]),
    ]),
    custom: fields.map((field) => [field.label, customText(field, answers.custom?.[field.id]), field.group]),
  };
  return Object.entries(sections).flatMap(([part, rows]) => {
    const shown = rows.flatMap(([label, value, group = 'general']) => (value ? [{ label, value, group }] : []));
    return shown.length ? [{ part: part as FormPart, title: formParts[part as FormPart], rows: shown }] : [];
  });
}

/** The same without the values of restricted groups. */
export const withoutRestricted = (sections: AnswerSection[]): AnswerSection[] =>
  sections.map((section) => ({
    ...section,
    rows: section.rows.map((row) => (row.group === 'general' ? row : { ...row, value: '' })),
  }));

function personRows(application: ReviewedApplication, places: Record<string, string>) {
  const { answers, gender, birthDate, age, phone, email } = application;
  const { nationalityId, countryId, stateId, stateName, lgaId, phone: _, mobile, ...rest } = answers.person ?? {};
  const named = (id: unknown) => (typeof id === 'string' ? (places[id] ?? id) : null);
  const rows: [string, string | null | undefined, FieldGroup?][] = [
    ['Gender', gender && genders[gender]],
    ['Date of birth', birthDate && `${formatDay(birthDate)}${age === null ? '' : `, ${age} years`}`],
    ['Phone', phoneText(phone)],
    ['Mobile', phoneText(mobile)],
    ['E-mail', email],
    ['Nationality', named(nationalityId)],
    ['Origin', joined([named(lgaId), named(stateId) ?? stateName, named(countryId)])],
  ];
  for (const [field, value] of Object.entries(rest))
    if (field !== 'middleName' && typeof value === 'string')
      rows.push([askableFields[field as AskableField] ?? field, value, groupOfField(field)]);
  return rows;
}

const joined = (parts: (string | null | undefined)[], by = ', ') => parts.filter(Boolean).join(by);

function customText(field: Field, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.type === 'choice' || field.type === 'multi_choice')
    return chosenLabels(field as CustomField, [value].flat().map(Number)).join(', ');
  const text = String(value);
  return field.type === 'date' && isDay(text) ? formatDay(text) : text;
}
