import { inGroup, type RecordFields } from '#kernel/record-fields/record-field.ts';

/*
 * The plain fields of employees and guardians, and those that students share: docs/how-to/table.md. What has rules of its
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

const titleField = {
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

/** The school's records of its staff stay when a person is erased. */
const job = { type: 'listValue', section: 'job', byHand: ['erasure'] } as const;
const qualification = { type: 'listValue', section: 'qualifications', byHand: ['erasure'] } as const;

export const employeeFields = {
  ...titleField,
  ...contactFields,
  category: {
    ...job,
    label: 'Category',
    list: 'employeeCategories',
    width: 14,
    reportWidth: 18,
    synonyms: ['employeecategory', 'stafftype', 'staffcategory'],
  },
  department: { ...job, label: 'Department', list: 'departments', width: 18, synonyms: ['dept', 'unit', 'faculty'] },
  position: {
    ...job,
    label: 'Position',
    list: 'employeePositions',
    width: 18,
    synonyms: ['rank', 'grade', 'gradelevel', 'cadre'],
  },
  jobTitle: {
    ...job,
    label: 'Job title',
    labels: { report: 'Job Title', personalData: 'Job Title' },
    list: 'jobTitles',
    width: 20,
    reportWidth: 18,
    reportKey: 'job_position',
    synonyms: ['jobposition', 'job', 'designation', 'post', 'role'],
  },
  qualification: {
    ...qualification,
    label: 'Qualification',
    list: 'qualifications',
    width: 16,
    reportWidth: 18,
    synonyms: ['professionalqualification', 'qualifications', 'certification'],
  },
  educationalQualification: {
    ...qualification,
    label: 'Educational qualification',
    list: 'educationalQualifications',
    width: 24,
    synonyms: ['academicqualification', 'highestqualification', 'degree', 'education'],
  },
  maritalStatus: {
    label: 'Marital status',
    type: 'listValue',
    list: 'maritalStatuses',
    group: 'private',
    section: 'personal',
    width: 14,
    synonyms: ['civilstatus'],
  },
  ...inGroup(homeFields, 'private'),
  religion: { ...religionField.religion, reportWidth: 14 },
  ...healthFields,
  ...inGroup(nextOfKinFields, 'private'),
} as const satisfies RecordFields;
