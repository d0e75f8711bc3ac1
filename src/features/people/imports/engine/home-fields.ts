import type { Field, Fields } from './field.ts';
import * as read from './read-value.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
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

export const religionField = (more: Partial<Field>): Field =>
  listField('Religion', 'religions', ['religion', 'faith', 'denomination'], more);

export const languageField = listField('Language', 'languages', [
  'language',
  'mothertongue',
  'firstlanguage',
  'homelanguage',
  'nativelanguage',
]);

export const healthFields: Fields = {
  bloodGroup: { label: 'Blood group', group: 'health', synonyms: ['bloodgroup', 'bloodtype'], read: read.bloodGroup },
  genotype: { label: 'Genotype', group: 'health', synonyms: ['genotype', 'hbgenotype'], read: read.genotype },
};

/** Photos are uploaded separately; their column can stay in the file. */
export const photoField = (page: string): Field => ({
  label: 'Photo (file name)',
  isPart: true,
  synonyms: ['photo', 'photograph', 'picture', 'passport', 'passportphoto', 'image', 'photofile'],
  note: `Upload the photos on ${page}. This column is not needed.`,
});

const readPhoneCell: Field['read'] = (value, { countryId }) => read.phone(value, countryId);

/** Contact details. */
export const contactFields: Fields = {
  phone: {
    label: 'Phone',
    max: 40,
    synonyms: [
      'phone',
      'phonenumber',
      'phoneno',
      'telephone',
      'telephonenumber',
      'telephoneno',
      'tel',
      'contactnumber',
      'homephone',
      'phone1',
    ],
    read: readPhoneCell,
  },
  mobile: {
    label: 'Mobile',
    max: 40,
    synonyms: [
      'mobile',
      'mobilenumber',
      'mobileno',
      'mobilephone',
      'gsm',
      'gsmnumber',
      'gsmno',
      'cellphone',
      'whatsapp',
      'phone2',
    ],
    read: readPhoneCell,
  },
  email: {
    label: 'E-mail',
    max: 200,
    synonyms: [
      'email',
      'emailaddress',
      'mail',
      'personalemail',
      'primaryemail',
      'secondaryemail',
      'schoolemail',
      'workemail',
      'emailid',
    ],
    read: read.email,
  },
};

/** Origin and address; `more` gives the field group. */
export const homeFields = (more: Partial<Field> = {}): Fields => ({
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
  city: { label: 'City', max: 100, synonyms: ['city', 'town', 'citytown', 'towncity', 'hometown'], ...more },
  community: {
    label: 'Community',
    max: 100,
    synonyms: ['community', 'village', 'ward', 'autonomouscommunity'],
    ...more,
  },
  address: {
    label: 'Address',
    max: 300,
    synonyms: [
      'address',
      'homeaddress',
      'residentialaddress',
      'contactaddress',
      'streetaddress',
      'houseaddress',
      'permanentaddress',
      'addressline1',
      'street',
    ],
    ...more,
  },
});

export const nextOfKinFields = (more: Partial<Field> = {}): Fields => ({
  nextOfKinName: {
    label: 'Next of kin name',
    max: 200,
    synonyms: ['nextofkinname', 'nextofkin', 'nok', 'nokname', 'nameofnextofkin', 'emergencycontact'],
    ...more,
  },
  nextOfKinPhone: {
    label: 'Next of kin telephone number',
    max: 40,
    synonyms: [
      'nextofkintelephonenumber',
      'nextofkintelephone',
      'nextofkinphone',
      'nextofkinphonenumber',
      'nokphone',
      'noktelephone',
      'emergencyphone',
      'emergencycontactnumber',
    ],
    read: readPhoneCell,
    ...more,
  },
  nextOfKinRelation: listField(
    'Next of kin relation',
    'guardianRelations',
    ['nextofkinrelation', 'nextofkinrelationship', 'relationshiptonextofkin', 'nokrelation', 'nokrelationship'],
    more,
  ),
});
