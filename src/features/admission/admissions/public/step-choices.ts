import { asc, eq, isNull, and } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { hasOptions } from '#kernel/contracts/custom-field.ts';
import { bloodGroups, genotypes } from '#features/records/people/blood.ts';
import { listCountries, listLgas, listStates } from '#features/records/geography/geography.queries.ts';
import { lists, type ListKey } from '#features/records/lookups/lookups.schema.ts';
import { offered } from '#features/records/custom-fields/definitions.queries.ts';
import { IntakeForm } from '../intake-form.ts';
import { askableFields, type AskableField } from '../intake-needs.ts';
import type { Choice, ExtraField } from './step.pages.ts';
import type { AskedField } from './read-custom.ts';

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
export async function personFieldsOf(
  db: Db,
  { institutionId, form, countryId, stateId }: Asked,
): Promise<ExtraField[]> {
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
  query<{ id: string; name: string }>(
    db,
    sql`
    select id, name from (
      select id, name from countries union all select id, name from states union all select id, name from lgas) place
    where id = any (${sql.param(ids.filter((id) => typeof id === 'string'))}::text[])`,
  );
