import { formatDay } from '#kernel/dates.ts';
import { chosenLabels, type CustomField } from '#kernel/contracts/custom-field.ts';
import { phoneText } from '#ui/format.ts';
import { askableFields, type AskableField } from '../intake-needs.ts';
import { hasPaper } from './check-application.ts';
import type { OwnApplication } from './own-application.ts';
import type { AskedField } from './read-custom.ts';
import type { stepsOf } from './steps.ts';

type Step = Exclude<ReturnType<typeof stepsOf>[number], 'review'>;
interface Row {
  label: string;
  value: string;
}

/** What was entered in a part, in words. */
export function reviewRows(
  own: OwnApplication,
  step: Step,
  names: ReadonlyMap<string, string>,
  custom: readonly AskedField[],
): Row[] {
  const { application, className, intake, papers } = own;
  const { answers, birthDate, email, firstName, gender, middleName, phone, surname } = application;
  const rows = (entries: [string, string | null | undefined][]): Row[] =>
    entries.flatMap(([label, value]) => (value ? [{ label, value }] : []));
  switch (step) {
    case 'person': {
      const { countryId, lgaId, stateId, stateName, nationalityId, ...rest } = answers.person ?? {};
      const named = (id: string | null | undefined) => id && (names.get(id) ?? id);
      return rows([
        ['Name', [firstName, middleName, surname].filter(Boolean).join(' ')],
        ['Class', className],
        ['Gender', gender && (gender === 'female' ? 'Female' : 'Male')],
        ['Date of birth', birthDate && formatDay(birthDate)],
        ['Phone', phoneText(phone)],
        ['E-mail', email],
        ['Nationality', named(nationalityId)],
        ['Origin', [named(lgaId), named(stateId) ?? stateName, named(countryId)].filter(Boolean).join(', ')],
        ...Object.entries(rest).map(([field, value]): [string, string | null] => [
          askableFields[field as AskableField] ?? field,
          typeof value === 'string' ? value : null,
        ]),
      ]);
    }
    case 'guardians':
      return rows(
        (answers.guardians ?? []).map((one) => [
          one.relation ?? 'Guardian',
          [[one.title, one.firstName, one.surname].filter(Boolean).join(' '), phoneText(one.mobile), one.email]
            .filter(Boolean)
            .join(' · '),
        ]),
      );
    case 'schools':
      return rows(
        (answers.schools ?? []).map(({ from, lastClass, name, to }) => [
          [from, to].filter(Boolean).join('–') || 'School',
          [name, lastClass].filter(Boolean).join(' · '),
        ]),
      );
    case 'results':
      return rows(
        (answers.results ?? []).map(({ examination, subjects, year }) => [
          `${examination} ${year}`,
          subjects.map(({ grade, subject }) => `${subject} ${grade}`).join(', '),
        ]),
      );
    case 'custom':
      return rows(custom.map((field) => [field.label, customText(field, answers.custom?.[field.id])]));
    case 'papers':
      return intake.papers.map(({ key, label }) => ({
        label,
        value: hasPaper(own, key) ? (papers.find(({ kind }) => kind === key)?.name ?? 'Sent') : 'Not sent',
      }));
  }
}

function customText(field: AskedField, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.type === 'choice' || field.type === 'multi_choice')
    return chosenLabels(field as CustomField, [value].flat().map(Number)).join(', ');
  return String(value);
}
