import { groupOfField } from '#features/people/employees/check-employee.ts';
import { employeeGroups } from '#features/people/employees/employees.policy.ts';
import { type Fields, type Roster, createTwinFinder } from '../engine/field.ts';
import { employeeFields as declared } from '#features/records/people/employees.fields.ts';
import {
  birthField,
  dayField,
  genderField,
  nameFields,
  originFields,
  photoField,
  plainFields,
  yearField,
} from '../engine/home-fields.ts';
import { withKnownHeadings } from '../engine/known-headings.ts';
import type { Kind } from './kind.ts';
import { compareEmployees } from './known-people.ts';

const isPrivate = { group: 'private' } as const;

const fields: Fields = {
  employeeNumber: {
    label: 'Employee number',
    max: 40,
    synonyms: [
      'employeenumber',
      'employeeno',
      'employeeid',
      'staffnumber',
      'staffno',
      'staffid',
      'teachernumber',
      'teacherno',
      'teacherid',
      'payrollnumber',
      'filenumber',
      'number',
      'no',
      'id',
    ],
  },
  ...plainFields(declared, 'title'),
  ...nameFields('employee', ['staffname', 'nameofstaff', 'teachername', 'nameofteacher']),
  gender: genderField,
  birthDate: birthField('employee', isPrivate),
  ...plainFields(declared, 'personal', 'job', 'qualifications'),
  graduationYear: yearField('Year of graduation', 'a year of graduation', [
    'yearofgraduation',
    'graduationyear',
    'yeargraduated',
    'graduatedin',
    'gradyear',
    'yearofqualification',
    'qualificationyear',
  ]),
  employedOn: dayField('Date of employment', 'a date of employment', [
    'dateofemployment',
    'employmentdate',
    'employedon',
    'dateemployed',
    'dateoffirstappointment',
    'dateofappointment',
    'appointmentdate',
    'datejoined',
    'hiredate',
    'startdate',
  ]),
  leftOn: dayField('Left on', 'a leaving date', ['lefton', 'dateleft', 'dateofleaving', 'exitdate', 'enddate'], {
    note: 'Used for new employees only. To record the exit or rehire of an existing employee, open the record.',
  }),
  leavingReason: { label: 'Reason for leaving', max: 300, synonyms: ['reasonforleaving', 'leavingreason'] },
  ...plainFields(declared, 'contact'),
  ...originFields(isPrivate),
  ...plainFields(declared, 'home', 'religion', 'health', 'nextOfKin'),
  photo: photoField('the Photos of employees page'),
};

export const employeeRoster = withKnownHeadings<Roster>(
  {
    one: 'employee',
    many: 'employees',
    fields,
    prefix: /^(?:the)?(?:employee|staff|teacher|worker)s?/,
    doubts: {
      own: /^(employee|staff|teacher|jobtitle|department)/,
      others: [
        [/^(student|pupil|learner|admission)(number|id|no|name|date)/, 'a list of students'],
        [/^(guardian|parent)(id|number|name)$/, 'a list of parents'],
      ],
    },
    computed: { age: 'Not imported: calculated from the date of birth.' },
    understand(_texts, _surroundings, record, add) {
      const { birthDate, employedOn, leftOn } = record as Record<string, string | null>;
      if (birthDate && employedOn && employedOn < birthDate)
        add('employedOn', 'The date of employment is before the date of birth.');
      if (employedOn && leftOn && leftOn < employedOn)
        add('leftOn', 'The leaving date is before the date of employment.');
      return {};
    },
  },
  'employees',
);

export const employees: Kind = {
  ...employeeRoster,
  key: 'employees',
  entity: 'employee',
  permission: 'employees.import',
  groups: employeeGroups,
  groupOf: groupOfField,
  changesStatus: ({ leftOn }) => leftOn != null,
  keyField: 'employeeNumber',
  twins: ({ alike }) => createTwinFinder({ field: 'employeeNumber', words: 'employee number' }, alike !== 'new'),
  compare: compareEmployees,
};
