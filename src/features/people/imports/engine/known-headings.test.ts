import { expect, test } from 'vitest';
import { gazetteer } from '#features/records/geography/geography.queries.ts';
import { employeeRoster } from '../kinds/employees.ts';
import { guardianRoster } from '../kinds/all.ts';
import { studentRoster } from '../kinds/students.ts';
import { batchIndex } from './batch-index.ts';
import type { Roster, Surroundings } from './field.ts';
import { datesOf, ordersOf } from './plan.ts';
import { guessColumns } from './guess.ts';
import { inspect } from './inspect.ts';

const surroundings: Surroundings = {
  today: '2026-11-20',
  countryId: 'NG',
  places: gazetteer({
    countries: [{ id: 'NG', name: 'Nigeria' }],
    states: [{ id: 'NG-KW', countryId: 'NG', name: 'Kwara' }],
    lgas: [{ id: 'NG-KW-offa', stateId: 'NG-KW', name: 'Offa' }],
  }),
  batches: batchIndex('2026/2027', [{ id: 7, name: 'JSS 1 A', className: 'JSS 1', arm: 'A' }]),
};

async function guessed(roster: Roster, text: string) {
  const { columns } = await inspect(Buffer.from(text));
  return Object.fromEntries(
    guessColumns(columns, roster, surroundings).map(({ field }, at) => [columns[at]!.header, field]),
  );
}

test('Gibbon’s users', async () => {
  expect(
    await guessed(
      studentRoster,
      'gibbonPersonID,title,surname,firstName,preferredName,gender,username,dob,email,address1,address1District,phone1,languageFirst,citizenship1,emergency1Name,emergency1Number1,emergency1Relationship,dateStart,studentID,gibbonFormGroupID\n' +
        '0001,Ms,Obi,Ada,Ada,F,aobi,2012-04-03,ada@example.com,12 Ibolo Way,Offa,0803 123 4567,Yoruba,Nigeria,Bola Obi,0803 123 4568,Mother,2024-09-09,S-1,JSS 1 A\n',
    ),
  ).toEqual({
    gibbonPersonID: null,
    title: null,
    surname: 'surname',
    firstName: 'firstName',
    preferredName: null,
    gender: 'gender',
    username: null,
    dob: 'birthDate',
    email: 'email',
    address1: 'address',
    address1District: 'city',
    phone1: 'phone',
    languageFirst: 'language',
    citizenship1: 'nationality',
    emergency1Name: 'nextOfKinName',
    emergency1Number1: 'nextOfKinPhone',
    emergency1Relationship: 'nextOfKinRelation',
    dateStart: 'admissionDate',
    studentID: 'admissionNumber',
    gibbonFormGroupID: 'batch',
  });
});

test('OneRoster’s users, where sms is a number', async () => {
  const row =
    'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,givenName,familyName,middleName,identifier,email,sms,phone,grades\n' +
    'u-1,active,2026-01-01,true,o-1,student,aobi,Ada,Obi,Ngozi,2026/014,ada@example.com,0803 123 4567,0803 123 4568,07\n';
  expect(await guessed(studentRoster, row)).toEqual({
    sourcedId: null,
    status: 'status',
    dateLastModified: null,
    enabledUser: null,
    orgSourcedIds: null,
    role: null,
    username: null,
    givenName: 'firstName',
    familyName: 'surname',
    middleName: 'middleName',
    identifier: 'admissionNumber',
    email: 'email',
    sms: 'mobile',
    phone: 'phone',
    grades: null,
  });
  expect(await guessed(guardianRoster, row)).toMatchObject({ sms: 'mobile', phone: 'phone' });
  const answers = 'Surname,First name,SMS\nObi,Ada,yes\n';
  expect(await guessed(guardianRoster, answers)).toMatchObject({ SMS: 'receivesSms' });
});

test('RosarioSIS’s and OpenEduCat’s students', async () => {
  expect(
    await guessed(
      studentRoster,
      'STUDENT_ID,LAST_NAME,FIRST_NAME,MIDDLE_NAME,CUSTOM_200000000,CUSTOM_200000004,CUSTOM_200000005,GRADE_ID,START_DATE\n9,Obi,Ada,N,Female,2012-04-03,Yoruba,JSS 1 A,2024-09-09\n',
    ),
  ).toEqual({
    STUDENT_ID: 'admissionNumber',
    LAST_NAME: 'surname',
    FIRST_NAME: 'firstName',
    MIDDLE_NAME: 'middleName',
    CUSTOM_200000000: 'gender',
    CUSTOM_200000004: 'birthDate',
    CUSTOM_200000005: 'language',
    GRADE_ID: 'batch',
    START_DATE: 'admissionDate',
  });
  expect(
    await guessed(
      studentRoster,
      'gr_no,first_name,last_name,birth_date,blood_group,gender,nationality,emergency_contact,street,city,state_id,batch_id\n9,Ada,Obi,2012-04-03,A+,f,Nigeria,Bola Obi,12 Ibolo Way,Offa,Kwara,JSS 1 A\n',
    ),
  ).toMatchObject({
    gr_no: 'admissionNumber',
    first_name: 'firstName',
    birth_date: 'birthDate',
    blood_group: 'bloodGroup',
    emergency_contact: 'nextOfKinName',
    street: 'address',
    state_id: 'state',
    batch_id: 'batch',
  });
});

test('OpenEduCat’s `name` beside `last_name` is the given name, unless it is the whole name', async () => {
  const given = 'gr_no,name,middle_name,last_name\n9,Ada,N,Obi\n10,Chidi Paul,,Eze\n';
  expect(await guessed(studentRoster, given)).toEqual({
    gr_no: 'admissionNumber',
    name: 'firstName',
    middle_name: 'middleName',
    last_name: 'surname',
  });
  const whole = 'gr_no,name,last_name\n9,Ada Obi,Obi\n10,Chidi Eze,Eze\n';
  expect(await guessed(studentRoster, whole)).toMatchObject({ name: 'fullName', last_name: null });
});

test('registers of Nigerian schools: numbers of rows mean nothing, and a parent’s telephone is not the student’s', async () => {
  const register =
    'S/N,NAME OF STUDENT,ADM NO,CLASS/ARM,D.O.B,M/F,PARENT NAME,PARENT PHONE,L.G.A\n1,OBI ADA NGOZI,2026/014,JSS 1 A,03/04/2012,F,Bola Obi,0803 123 4567,Offa\n';
  expect(await guessed(studentRoster, register)).toEqual({
    'S/N': null,
    'NAME OF STUDENT': 'fullName',
    'ADM NO': 'admissionNumber',
    'CLASS/ARM': 'batch',
    'D.O.B': 'birthDate',
    'M/F': 'gender',
    'PARENT NAME': 'guardianName',
    'PARENT PHONE': 'guardianPhone',
    'L.G.A': 'lga',
  });
  // The same register as a list of guardians.
  expect(
    await guessed(guardianRoster, 'S/N,PARENT NAME,PARENT PHONE,ADM NO\n1,Obi Bola,0803 123 4567,2026/014\n'),
  ).toEqual({ 'S/N': null, 'PARENT NAME': 'fullName', 'PARENT PHONE': 'phone', 'ADM NO': 'children' });
  expect(
    await guessed(
      employeeRoster,
      'S/N,NAME OF STAFF,IPPIS NO,RANK,DATE OF 1ST APPOINTMENT\n1,Obi Bola,12,HOD,03/04/2012\n',
    ),
  ).toMatchObject({
    'NAME OF STAFF': 'fullName',
    'IPPIS NO': 'employeeNumber',
    'DATE OF 1ST APPOINTMENT': 'employedOn',
  });
});

test('a bare phone directly behind the parent’s name is the parent’s, elsewhere the student’s', async () => {
  const beside =
    'Adm No,Surname,First Name,Class,Parent/Guardian,Phone,E-mail\n1,Obi,Ada,JSS 1 A,Mrs Obi,0803 111 2222 / 0805 333 4444,obi@example.com\n';
  expect(await guessed(studentRoster, beside)).toMatchObject({
    'Parent/Guardian': 'guardianName',
    Phone: 'guardianPhone',
    'E-mail': 'guardianEmail',
  });
  const apart = 'Adm No,Surname,First Name,Phone,Class,Parent/Guardian\n1,Obi,Ada,0803 111 2222,JSS 1 A,Mrs Obi\n';
  expect(await guessed(studentRoster, apart)).toMatchObject({ Phone: 'phone', 'Parent/Guardian': 'guardianName' });
  const both =
    'Adm No,Surname,First Name,Father,Phone,Mother,Mobile\n1,Obi,Ada,Mr Obi,0803 111 2222,Mrs Obi,0805 333 4444\n';
  expect(await guessed(studentRoster, both)).toMatchObject({ Phone: 'fatherPhone', Mobile: 'motherPhone' });
});

test('dates are decided once for a file, with what shows it', async () => {
  const columnsOf = async (text: string) => (await inspect(Buffer.from(text))).columns;
  const decided = await columnsOf(
    'Surname,First name,Born,Admitted\nObi,Ada,03/04/2012,05/09/2024\nEze,Obi,25/04/2012,06/09/2024\n',
  );
  expect(datesOf(decided)).toEqual({
    order: 'dmy',
    isUnknown: false,
    isMixed: false,
    either: 3,
    example: '03/04/2012',
    proofs: [{ value: '25/04/2012', row: 3, header: 'Born', order: 'dmy' }],
  });
  const american = await columnsOf(
    'Surname,First name,Born,Admitted\nObi,Ada,03/04/2012,05/09/2024\nEze,Obi,04/25/2012,06/09/2024\n',
  );
  // A column without evidence follows the others; what the person chose goes before.
  expect(ordersOf(american, { orders: {} }).slice(2)).toEqual(['mdy', 'mdy']);
  expect(ordersOf(american, { orders: {}, dateOrder: 'dmy' }).slice(2)).toEqual(['dmy', 'dmy']);

  expect(datesOf(await columnsOf('Surname,First name,Born\nObi,Ada,03/04/2012\n'))).toMatchObject({
    isUnknown: true,
    proofs: [],
  });
  expect(datesOf(await columnsOf('Surname,First name,Born\nObi,Ada,25/04/2012\n'))).toBeNull();
  const mixed = await columnsOf('Surname,First name,Born,Admitted\nObi,Ada,25/04/2012,09/25/2024\n');
  expect(datesOf(mixed)).toMatchObject({ isMixed: true, proofs: [{ header: 'Born' }, { header: 'Admitted' }] });
  expect(ordersOf(mixed, { orders: {} }).slice(2)).toEqual(['dmy', 'mdy']);
});
