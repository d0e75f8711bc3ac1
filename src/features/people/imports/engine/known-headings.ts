import type { Field, Roster } from './field.ts';
import { squeeze, clean } from './headers.ts';

/*
 * How other systems and registers head their columns, beyond the usual words beside each field. Headings are compared
 * without case, spaces and punctuation: `birth_date`, "Birth Date" and `birthDate` are one.
 *
 * Gibbon 30: the columns of its user table and import. OpenEduCat 17: op.student, op.faculty, op.parent. RosarioSIS 12:
 * the students and staff tables, whose fields 200000000 to 200000005 are fixed. OneRoster 1.1 and 1.2: users.csv,
 * enrollments.csv and demographics.csv. The rest stand in registers of Nigerian schools.
 */

/** By field, for everybody. */
const people: Record<string, string[]> = {
  surname: ['surname', 'family_name', 'last_name', 'surname/last name', 'surname (family name)'],
  firstName: ['given_name', 'first_name', 'first name(s)'],
  middleName: ['middle_name', 'custom_middle_name', 'other name(s)'],
  fullName: [
    'name in full',
    'full names',
    'names in full',
    'names of students',
    'surname first',
    'surname and other names',
  ],
  gender: ['custom_200000000', 'm/f', 'sex/gender', 'gender/sex'],
  birthDate: ['birth_date', 'custom_200000004', 'date of birth (dd/mm/yyyy)', 'd.o.b', 'birth day'],
  // In OneRoster `sms` is a number for text messages.
  mobile: ['sms', 'phone no 2', 'mobile_phone'],
  phone: ['phone1', 'phone no', 'telephone no', 'tel no', 'phone numbers'],
  email: ['email_id', 'e-mail id', 'emailAlternate', 'contact email'],
  address: ['address1', 'address_1', 'address 1', 'street', 'residence', 'home addr'],
  city: ['address1District', 'city_name', 'city/town'],
  country: ['address1Country', 'country_id', 'countryOfBirth', 'country of origin'],
  nationality: ['citizenship1', 'nationality_id', 'country of nationality'],
  state: ['state_id', 'state of origin (sor)', 's.o.o', 'soo'],
  lga: ['l.g.a', 'l.g.a of origin', 'local govt area'],
  religion: ['religion_id'],
  language: ['languageFirst', 'language_first', 'custom_200000005'],
  bloodGroup: ['blood_group', 'bld grp', 'blood grp'],
};

/** An emergency contact of somebody who is not a guardian here. */
const kin: Record<string, string[]> = {
  nextOfKinName: ['emergency1Name', 'emergency_contact', 'emergency contact name', 'emergency name'],
  nextOfKinPhone: [
    'emergency1Number1',
    'emergency_phone',
    'emergency contact phone',
    'emergency contact number',
    'emergency number',
  ],
  nextOfKinRelation: ['emergency1Relationship', 'emergency contact relationship'],
};

const students: Record<string, string[]> = {
  ...people,
  ...kin,
  admissionNumber: [
    'studentID',
    'student_id',
    'gr_no',
    'roll_number',
    'identifier',
    'admission_no',
    'reg. number',
    'adm/no',
  ],
  fullName: [
    ...people['fullName']!,
    'name of student',
    'names of student',
    'name of pupil',
    'student name',
    "student's name",
    'pupil',
    'student',
  ],
  batch: [
    'gibbonFormGroupID',
    'form_group',
    'form group',
    'rollGroup',
    'roll group',
    'yearGroup',
    'year group',
    'batch_id',
    'course_id',
    'grade_id',
    'grade level',
    'grades',
    'class/arm',
    'class & arm',
    'present class',
    'class admitted to',
    'course_section',
  ],
  admissionDate: [
    'dateStart',
    'start_date',
    'admission_date',
    'enrollment start date',
    'beginDate',
    'date of entry',
    'doa',
  ],
  status: ['student status'],
  // A telephone number of a parent is not the student’s own.
  nextOfKinName: [
    ...kin['nextOfKinName']!,
    'parent name',
    "parent's name",
    'parents name',
    'name of parent',
    'name of parent/guardian',
    'parent/guardian name',
    'guardian name',
    "guardian's name",
    'name of guardian',
    "father's name",
  ],
  nextOfKinPhone: [
    ...kin['nextOfKinPhone']!,
    'parent phone',
    "parent's phone",
    'parents phone',
    'parent phone number',
    'parent phone no',
    "parent's phone no",
    'parent gsm',
    'phone of parent',
    'parent/guardian phone',
    'guardian phone',
    'guardian phone number',
    "guardian's phone",
    "father's phone",
  ],
};

const employees: Record<string, string[]> = {
  ...people,
  ...kin,
  employeeNumber: ['staff_id', 'emp_id', 'identifier', 'identification_id', 'ippis no', 'ippis number', 'psn'],
  fullName: [...people['fullName']!, 'name of staff', 'name of teacher', 'names of staff'],
  department: ['main_department_id', 'department_id', 'department_name'],
  jobTitle: ['job_title', 'jobTitle', 'role', 'profile', 'job_id'],
  employedOn: ['dateStart', 'joining_date', 'start_date', 'date of 1st appointment', 'date of first appt'],
  leftOn: ['dateEnd', 'end_date'],
  maritalStatus: ['marital'],
};

const guardians: Record<string, string[]> = {
  ...people,
  fullName: [
    ...people['fullName']!,
    'name of parent/guardian',
    'parents/guardians name',
    'name of father',
    'father name',
  ],
  children: ['student_ids', 'student_id', 'studentID', 'child id', "ward's admission number", 'admission no of ward'],
  relation: ['relationship_id', 'student_relation', 'relationship to ward'],
  occupation: ['profession'],
  employer: ['employer', 'place of work'],
};

/** Columns of other systems that mean nothing here, and why. */
const ignored: Record<string, string[]> = {
  'Not imported: it only numbers the rows.': [
    's/n',
    'sn',
    's/no',
    's.no',
    'serial no',
    'serial number',
    'row',
    'nos',
    '#',
  ],
  'Not imported: an identifier of the other system.': [
    'sourcedId',
    'orgSourcedIds',
    'userMasterIdentifier',
    'primaryOrgSourcedId',
    'agentSourcedIds',
    'agents',
    'classSourcedId',
    'schoolSourcedId',
    'userSourcedId',
    'gibbonPersonID',
    'gibbonRoleIDPrimary',
    'gibbonHouseID',
    'gibbonSchoolYearID',
    'partner_id',
    'syear',
  ],
  'Not imported: it says when the other system last changed the row.': [
    'dateLastModified',
    'last_updated',
    'write_date',
  ],
  'Not imported: accounts are made by invitations.': ['username', 'enabledUser', 'userIds', 'canLogin'],
};

const ofRoster = { students, employees, guardians } as const;

/** The kind’s fields with the headings of other systems after their own, and with those that mean nothing. */
export function withKnownHeadings<Known extends Roster>(roster: Known, many: keyof typeof ofRoster): Known {
  const known: Record<string, string[]> = ofRoster[many];
  const fields = Object.fromEntries(
    Object.entries(roster.fields).map(([key, field]): [string, Field] => [
      key,
      { ...field, synonyms: [...new Set([...field.synonyms, ...(known[key] ?? []).map(squeeze).filter(Boolean)])] },
    ]),
  );
  const meaningless = Object.entries(ignored).flatMap(([why, headings]) =>
    headings.map((heading) => [squeeze(heading) || heading, why] as const),
  );
  return { ...roster, fields, computed: { ...Object.fromEntries(meaningless), ...roster.computed } };
}

/** 'Exam (60)' and '1st CA [20 marks]': the heading without its maximum, and the maximum. */
export function partOf(heading: string): { name: string; most: number | null } {
  const [, name = heading, most] =
    /^(.*?)\s*[([/]\s*(?:max\.?:?\s*)?(\d{1,4})\s*(?:%|marks?|mks)?\s*[)\]]?\s*$/i.exec(clean(heading)) ?? [];
  return { name, most: most === undefined ? null : Number(most) };
}

const meanings: [RegExp, string][] = [
  [/continuous\s*assessments?/g, 'ca'],
  [/exam(ination)?s?\b/g, 'exam'],
  [/assign(ment)?s?\b/g, 'assignment'],
  [/\b(1st|first|i|one)\b/g, '1'],
  [/\b(2nd|second|ii|two)\b/g, '2'],
  [/\b(3rd|third|iii|three)\b/g, '3'],
  [/\b(4th|fourth|iv|four)\b/g, '4'],
];

/** 'First CA', '1st C.A.', 'CA1' and 'CA 1' are one part. */
export function partKey(name: string): string {
  let text = name.toLowerCase().replaceAll('.', '');
  for (const [pattern, meant] of meanings) text = text.replace(pattern, ` ${meant} `);
  return (text.match(/\p{L}+|\d+/gu) ?? []).toSorted().join(' ');
}

const numberHeadings = new Set([
  'number',
  'no',
  'admno',
  'admnumber',
  'admissionno',
  'admissionnumber',
  'regno',
  'regnumber',
  'registrationnumber',
  'matricno',
  'matricnumber',
  'studentid',
  'studentno',
  'studentnumber',
  'applicationno',
  'applicationnumber',
  'appno',
  'examno',
  'examnumber',
  'candidateno',
  'candidatenumber',
]);
const nameHeadings = new Set([
  'name',
  'names',
  'fullname',
  'fullnames',
  'studentname',
  'nameofstudent',
  'student',
  'pupil',
]);

/** The column with the admission or application number; a column named exactly Number comes first. */
export const numberColumn = (headings: string[]): number => {
  const keys = headings.map(squeeze);
  const exact = keys.indexOf('number');
  return exact >= 0 ? exact : keys.findIndex((key) => numberHeadings.has(key));
};

/** The column with the whole name, or below zero. */
export const nameColumn = (headings: string[]): number =>
  headings.map(squeeze).findIndex((key) => nameHeadings.has(key));
