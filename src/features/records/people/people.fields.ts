import type { RecordFields } from '#kernel/record-fields/record-field.ts';

/*
 * The plain fields of guardians, and those that all kinds of people share: docs/how-to/table.md. What has rules of its
 * own, such as a name or a place of origin, is not among them.
 */

/** Suggested titles; any other can be typed. */
export const titles = [
  'Mr',
  'Mrs',
  'Miss',
  'Ms',
  'Dr',
  'Prof',
  'Engr',
  'Barr',
  'Chief',
  'Alhaji',
  'Alhaja',
  'Hajiya',
  'Mallam',
  'Pastor',
  'Rev',
];
export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const;
export const genotypes = ['AA', 'AS', 'SS', 'AC', 'SC', 'CC'] as const;

/** The heading in files, where it is not the label of the form. */
export const inFiles = <Label extends string>(label: Label) => ({ export: label, import: label, report: label });

export const titleField = {
  title: {
    label: 'Title',
    type: 'line',
    section: 'title',
    max: 20,
    width: 8,
    suggestions: titles,
    synonyms: ['salutation', 'prefix'],
  },
} as const satisfies RecordFields;

const contact = { section: 'contact', byHand: ['record', 'document'] } as const;

export const contactFields = {
  phone: {
    ...contact,
    label: 'Phone',
    labels: { form: 'Other phone' },
    type: 'phone',
    width: 17,
    synonyms: [
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
  },
  mobile: {
    ...contact,
    label: 'Mobile',
    labels: { form: 'Mobile phone' },
    type: 'phone',
    width: 17,
    synonyms: [
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
  },
  email: {
    ...contact,
    label: 'E-mail',
    type: 'email',
    width: 26,
    synonyms: [
      'emailaddress',
      'mail',
      'personalemail',
      'primaryemail',
      'secondaryemail',
      'schoolemail',
      'workemail',
      'emailid',
    ],
  },
} as const satisfies RecordFields;

export const homeFields = {
  city: {
    label: 'City',
    labels: { form: 'City or town' },
    type: 'line',
    section: 'home',
    max: 100,
    width: 16,
    synonyms: ['town', 'citytown', 'towncity', 'hometown'],
  },
  community: {
    label: 'Community',
    type: 'line',
    section: 'home',
    max: 100,
    width: 16,
    synonyms: ['village', 'ward', 'autonomouscommunity'],
  },
  address: {
    label: 'Address',
    type: 'line',
    section: 'home',
    max: 300,
    width: 34,
    synonyms: [
      'homeaddress',
      'residentialaddress',
      'contactaddress',
      'streetaddress',
      'houseaddress',
      'permanentaddress',
      'addressline1',
      'street',
    ],
    byHand: ['form'],
  },
} as const satisfies RecordFields;

export const languageField = {
  language: {
    label: 'Language',
    type: 'listValue',
    list: 'languages',
    section: 'personal',
    width: 14,
    reportWidth: 18,
    synonyms: ['mothertongue', 'firstlanguage', 'homelanguage', 'nativelanguage'],
  },
} as const satisfies RecordFields;

export const religionField = {
  religion: {
    label: 'Religion',
    type: 'listValue',
    list: 'religions',
    group: 'religion',
    section: 'religion',
    width: 14,
    reportWidth: 18,
    synonyms: ['faith', 'denomination'],
  },
} as const satisfies RecordFields;

export const healthFields = {
  bloodGroup: {
    label: 'Blood group',
    type: 'option',
    options: bloodGroups,
    group: 'health',
    section: 'health',
    width: 12,
    synonyms: ['bloodtype'],
  },
  genotype: {
    label: 'Genotype',
    type: 'option',
    options: genotypes,
    group: 'health',
    section: 'health',
    width: 10,
    reportWidth: 12,
    synonyms: ['hbgenotype'],
  },
} as const satisfies RecordFields;

/** One person in three columns, so shown and merged as one. */
const nextOfKin = {
  section: 'nextOfKin',
  byHand: ['record', 'document', 'personalData', 'merge'],
} as const;

export const nextOfKinFields = {
  nextOfKinName: {
    ...nextOfKin,
    label: 'Name of next of kin',
    labels: inFiles('Next of kin name'),
    named: 'The next of kin’s name',
    type: 'line',
    max: 200,
    width: 26,
    synonyms: ['nextofkin', 'nok', 'nokname', 'nameofnextofkin', 'emergencycontact'],
  },
  nextOfKinPhone: {
    ...nextOfKin,
    label: 'Phone of next of kin',
    labels: inFiles('Next of kin telephone number'),
    type: 'phone',
    width: 18,
    synonyms: [
      'nextofkintelephone',
      'nextofkinphone',
      'nextofkinphonenumber',
      'nokphone',
      'noktelephone',
      'emergencyphone',
      'emergencycontactnumber',
    ],
  },
  nextOfKinRelation: {
    ...nextOfKin,
    label: 'Relation',
    labels: inFiles('Next of kin relation'),
    named: 'The next of kin’s relation',
    type: 'listValue',
    list: 'guardianRelations',
    byHand: [...nextOfKin.byHand, 'report'],
    width: 18,
    synonyms: ['nextofkinrelationship', 'relationshiptonextofkin', 'nokrelation', 'nokrelationship'],
  },
} as const satisfies RecordFields;

export const guardianFields = {
  ...titleField,
  ...contactFields,
  occupation: {
    label: 'Occupation',
    type: 'line',
    section: 'work',
    max: 100,
    width: 18,
    synonyms: ['profession', 'job'],
  },
  employer: {
    label: 'Employer',
    type: 'line',
    section: 'work',
    max: 150,
    width: 20,
    reportWidth: 22,
    synonyms: ['placeofwork', 'company', 'workplace'],
  },
  ...homeFields,
  ...religionField,
  ...languageField,
} as const satisfies RecordFields;
