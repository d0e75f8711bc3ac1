import type { Field, Fields } from './field.ts';
import * as read from './read-value.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { fieldsAt, labelAt, type RecordField, type RecordFields } from '#kernel/record-fields/record-field.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
import { squeeze } from './headers.ts';
import { readGender } from './value-readers.ts';

/** A column whose values belong to one of the institution's lists. */
export const listField = (label: string, list: ListKey, synonyms: string[], more: Partial<Field> = {}): Field => ({
  label,
  list,
  max: 80,
  synonyms,
  ...more,
});

/** A date other than a date of birth. */
export const dayField = (label: string, what: string, synonyms: string[], more: Partial<Field> = {}): Field => ({
  label,
  synonyms,
  isDay: true,
  read: (value, { order, today }) => read.otherDate(value, order, today, what),
  ...more,
});

/** A year. */
export const yearField = (label: string, what: string, synonyms: string[]): Field => ({
  label,
  synonyms,
  read: (value, { today }) => read.year(value, today, what),
});

/** The names of a person, in one or more columns. */
export const nameFields = (person: string, fullNames: string[]): Fields => ({
  fullName: {
    label: 'Full name (to be split)',
    max: 300,
    isPart: true,
    synonyms: [
      'fullname',
      `${person}name`,
      `nameof${person}`,
      `${person}fullname`,
      ...fullNames,
      'names',
      'name',
      'nameinfull',
      'displayname',
    ],
  },
  surname: {
    label: 'Surname',
    max: 100,
    isPart: true,
    synonyms: ['surname', 'lastsurname', 'lastname', 'familyname', 'lname', 'secondname', 'nom'],
  },
  firstName: {
    label: 'First name',
    max: 100,
    isPart: true,
    synonyms: [
      'firstname',
      'givenname',
      'forename',
      'fname',
      'christianname',
      'givennames',
      'forenames',
      'othernames',
      'othername',
      'prenom',
    ],
  },
  middleName: {
    label: 'Middle name',
    max: 100,
    isPart: true,
    synonyms: [
      'middlename',
      'middlenames',
      'secondgivenname',
      'mname',
      'middleinitial',
      'othernames',
      'othername',
      'additionalname',
    ],
  },
});

export const genderField: Field = {
  label: 'Gender',
  synonyms: ['gender', 'sex', 'sexe', 'gendercode'],
  read: read.gender,
  fits: readGender,
};

export const birthField = (person: string, more: Partial<Field> = {}): Field => ({
  label: 'Date of birth',
  isDay: true,
  synonyms: ['dateofbirth', 'birthdate', 'dob', 'birthday', 'born', 'bornon', 'bday', 'datenaissance'],
  read: (value, { order, today }) => read.birthDate(value, order, today, person),
  ...more,
});

/** Photos are uploaded separately; their column can stay in the file. */
export const photoField = (page: string): Field => ({
  label: 'Photo (file name)',
  isPart: true,
  synonyms: ['photo', 'photograph', 'picture', 'passport', 'passportphoto', 'image', 'photofile'],
  note: `Upload the photos on ${page}. This column is not needed.`,
});

/** The plain fields of some sections, under their headings. */
export const plainFields = (fields: RecordFields, ...sections: string[]): Fields =>
  Object.fromEntries(fieldsAt(fields, 'import', ...sections).map(([key, field]) => [key, plainField(key, field)]));

function plainField(key: string, field: RecordField): Field {
  const { type, list, group, max = 80, options } = field;
  const label = labelAt(field, 'import');
  const synonyms = [squeeze(label), ...(field.synonyms ?? [])];
  const common = { label, synonyms, ...(group && { group }) };
  if (list) return listField(label, list as ListKey, synonyms, common);
  if (type === 'day') return dayField(label, withArticle(label.toLowerCase()), synonyms, common);
  if (type === 'phone') return { ...common, max: 40, read: (value, { countryId }) => read.phone(value, countryId) };
  if (type === 'email') return { ...common, max: 200, read: read.email };
  return options ? { ...common, choices: [...options], read: readOption(key, options) } : { ...common, max };
}

/** Blood groups and genotypes are written in several ways. */
const spellings: Record<string, (value: string) => read.CellResult<string>> = {
  bloodGroup: read.bloodGroup,
  genotype: read.genotype,
};
const readOption = (key: string, options: readonly string[]) =>
  spellings[key] ?? ((value: string) => read.option(value, options));

/** Origin; `more` gives the field group. */
export const originFields = (more: Partial<Field> = {}): Fields => ({
  nationality: {
    label: 'Nationality',
    as: 'nationalityId',
    synonyms: ['nationality', 'citizenship', 'citizenof', 'nation'],
    read: (value, { places }) => read.nationality(value, places),
    ...more,
  },
  country: {
    label: 'Country',
    isPart: true,
    synonyms: ['country', 'countryoforigin', 'countryofresidence', 'countryname', 'countrycode'],
    fits: (value, { places }) => places.findCountry(value),
    ...more,
  },
  state: {
    label: 'State of origin',
    max: 100,
    isPart: true,
    synonyms: ['stateoforigin', 'state', 'origin', 'statename', 'homestate', 'province', 'region', 'stateid'],
    // A state of another country needs its country, which a single column cannot show.
    fits: (value, { places, countryId }) => places.findState(value, countryId),
    ...more,
  },
  lga: {
    label: 'LGA',
    isPart: true,
    synonyms: [
      'lga',
      'localgovernmentarea',
      'localgovernment',
      'lgaoforigin',
      'localgovt',
      'localgovtarea',
      'lgaorigin',
      'lganame',
    ],
    ...more,
  },
});
