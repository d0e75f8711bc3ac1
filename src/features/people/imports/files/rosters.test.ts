import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { openImportDesk } from '#test/harness/import-desk.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let desk: ReturnType<typeof openImportDesk>;
beforeAll(async () => {
  world = await startSchool();
  desk = openImportDesk(world, await world.as('owner'));
});
afterAll(() => world?.close());

const rosters = {
  'Ed-Fi students': {
    kind: 'students',
    text: 'StudentUniqueId,Title,FirstName,MiddleName,LastSurname,Suffix,PreferredFirstName,BirthDate\n604821,Mr,Tyrone,,Dyer,,Ty,2014-11-13\n604822,Ms,Lisa,Sybil,Woods,,Lisarae,2008-09-13\n604823,Mrs,Julie,Randi,Randolph,,Jul,2007-07-22\n',
    mapping: ['admissionNumber', null, 'firstName', 'middleName', 'surname', null, null, 'birthDate'],
  },
  'School Data Sync students': {
    kind: 'students',
    text: 'SIS ID,School SIS ID,First Name,Last Name,Username,Password,State ID,Secondary Email,Student Number,Middle Name,Status,Birthdate,Graduation Year\n13001,10001,Ora,Klein,OKlein,P@ssword,WA,,13001,Christopher,Active,4/2/2000,2019\n13003,10001,Florence,Stark,FStark,P@ssword,WA,,13003,Brian,Active,12/19/1997,2016\n13006,10001,Sherry,Santana,SSantana,P@ssword,WA,,13006,Thomas,Active,8/22/1999,2018\n',
    mapping: [
      null,
      null,
      'firstName',
      'surname',
      null,
      null,
      null,
      'email',
      'admissionNumber',
      'middleName',
      'status',
      'birthDate',
      null,
    ],
  },
  'School Data Sync teachers': {
    kind: 'employees',
    text: 'SIS ID,School SIS ID,First Name,Last Name,Username,Password,State ID,Teacher Number,Status,Middle Name,Secondary Email,Title,Qualification\n14001,10001,Craig,Beane,CBeane,P@ssw0rd,WA,101,Active,James,,,\n14002,10001,Daisy,Todd,DTodd,P@ssw0rd,WA,102,Active,Francis,,,\n14003,10001,Dana,Mills,DMills,P@ssw0rd,WA,103,Active,Lynn,,,\n',
  },
} as const;

test('rosters of other systems come in with their names, numbers and dates, never with a password', async () => {
  for (const [what, { kind, text, ...more }] of Object.entries(rosters)) {
    const { columns, end } = await desk.bring(kind, text);
    const mapping = columns.map(({ field }) => field);
    if ('mapping' in more) expect(mapping, what).toEqual(more.mapping);
    expect(mapping[columns.findIndex(({ header }) => header === 'Password')] ?? null, what).toBeNull();
    expect(end.import, what).toMatchObject({ state: 'done', imported: 3, bad: 0 });
  }
});

const pupils = [
  ['ADEYEMI', 'Bisi', 'Female', '2014-03-13'],
  ['OKORO', 'Uche', 'Male', '2015-11-25'],
];
const head = ['Surname', 'First name', 'Sex', 'D.O.B'];
const csv = (rows: string[][], separator = ',') => rows.map((row) => row.join(separator)).join('\n');
const dated = (write: (year: string, month: string, day: string) => string) =>
  pupils.map(([surname, first, sex, born]) => [
    surname!,
    first!,
    sex!,
    write(...(born!.split('-') as [string, string, string])),
  ]);
const months = ['', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The same two pupils as schools write them. */
const variations: Record<string, string> = {
  plain: csv([head, ...pupils]),
  semicolons: csv([head, ...pupils], ';'),
  tabs: csv([head, ...pupils], '\t'),
  'titles above': csv([
    ['ILORIN GRAMMAR SCHOOL', '', '', ''],
    ['LIST OF PUPILS 2026/2027', '', '', ''],
    head,
    ...pupils,
  ]),
  'a title of two cells': csv([['JSS 1 A', '2026', '', ''], head, ...pupils]),
  'a total below': csv([head, ...pupils, ['TOTAL', '2', '', '']]),
  'a total in words': csv([head, ...pupils, ['Total No. of pupils: 2', '', '', '']]),
  'headings on every page': csv([head, pupils[0]!, head, pupils[1]!]),
  'blank rows': csv([head, ['', '', '', ''], pupils[0]!, ['', '', '', ''], pupils[1]!]),
  'numbered rows': csv([['S/N', ...head], ...pupils.map((row, at) => [String(at + 1), ...row])]),
  'day, month, year': csv([head, ...dated((year, month, day) => `${day}/${month}/${year}`)]),
  'month, day, year': csv([head, ...dated((year, month, day) => `${month}/${day}/${year}`)]),
  dots: csv([head, ...dated((year, month, day) => `${day}.${month}.${year}`)]),
  'names of months': csv([head, ...dated((year, month, day) => `${Number(day)} ${months[Number(month)]} ${year}`)]),
  'letters for the sex': csv([head, ...pupils.map(([a, b, sex, d]) => [a!, b!, sex![0]!, d!])]),
  'one column for the name': csv([
    ['Name of pupil', 'Sex', 'D.O.B'],
    ...pupils.map(([a, b, c, d]) => [`${a} ${b}`, c!, d!]),
  ]),
  'surname, given names': csv([['Names', 'Sex', 'DOB'], ...pupils.map(([a, b, c, d]) => [`"${a}, ${b}"`, c!, d!])]),
};

test('variations of one roster give the same two pupils', async () => {
  for (const [what, text] of Object.entries(variations)) {
    const { props } = await desk.check('students', text);
    expect([props.import.good, props.import.bad], what).toEqual([2, 0]);
    const at = (label: string) =>
      props.preview.columns.findIndex((column: { label: string }) => column.label === label);
    const shown = props.preview.rows.map(({ values }: { values: string[] }) =>
      ['Surname', 'First name', 'Gender', 'Date of birth'].map((label) => values[at(label)]),
    );
    expect(shown, what).toEqual(pupils);
  }
});
