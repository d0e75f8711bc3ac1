import { describe, expect, test } from 'vitest';
import { gazetteer } from '#features/records/geography/geography.queries.ts';
import { batchIndex } from './batch-index.ts';
import { doubtAbout, guessColumns } from './guess.ts';
import { inspect } from './inspect.ts';
import { Options, planFor } from './plan.ts';
import { studentRoster } from '../kinds/students.ts';
import { type Surroundings, createTwinFinder } from './field.ts';
import { createRowReader, requiredLabels } from './row.ts';
import { openTable } from './table.ts';

const surroundings: Surroundings = {
  today: '2026-11-20',
  countryId: 'NG',
  places: gazetteer({
    countries: [
      { id: 'NG', name: 'Nigeria' },
      { id: 'US', name: 'United States' },
    ],
    states: [
      { id: 'NG-KW', countryId: 'NG', name: 'Kwara' },
      { id: 'NG-BE', countryId: 'NG', name: 'Benue' },
    ],
    lgas: [
      { id: 'NG-KW-offa', stateId: 'NG-KW', name: 'Offa' },
      { id: 'NG-BE-obi', stateId: 'NG-BE', name: 'Obi' },
    ],
  }),
  batches: batchIndex('2026/2027', [{ id: 7, name: 'JSS 1 A', className: 'JSS 1', arm: 'A' }]),
};

async function readAll(text: string, options: Partial<Options> = {}) {
  const bytes = Buffer.from(text);
  const { columns, format } = await inspect(bytes);
  const guesses = guessColumns(columns, studentRoster, surroundings);
  const mapping = guesses.map(({ field }) => field);
  const read = createRowReader(
    planFor(columns, mapping, Options.parse(options), studentRoster.fields),
    studentRoster,
    surroundings,
  );
  const found = [];
  for await (const row of (await openTable(bytes, format)).rows) found.push(read(row));
  return {
    fields: Object.fromEntries(columns.map(({ header }, at) => [header, mapping[at]])),
    notes: guesses.flatMap(({ note }) => note ?? []),
    records: found.map(({ record }) => record),
    problems: found.flatMap(({ problems }) => problems),
    missing: requiredLabels(mapping, studentRoster.fields),
    doubt: doubtAbout(columns, studentRoster),
  };
}

describe('columns are guessed', () => {
  test('in a roster of an American state', async () => {
    const { fields, records } = await readAll(
      'StudentUniqueId,Title,FirstName,MiddleName,LastSurname,Suffix,PreferredFirstName,BirthDate\n604821,Mr,Tyrone,,Dyer,,Ty,2014-11-13\n604822,Ms,Lisa,Sybil,Woods,Jr,Lisarae,2008-09-13\n',
    );
    expect(fields).toEqual({
      StudentUniqueId: 'admissionNumber',
      Title: null,
      FirstName: 'firstName',
      MiddleName: 'middleName',
      LastSurname: 'surname',
      Suffix: null,
      PreferredFirstName: null,
      BirthDate: 'birthDate',
    });
    expect(records[0]).toMatchObject({
      admissionNumber: '604821',
      surname: 'Dyer',
      firstName: 'Tyrone',
      middleName: null,
      birthDate: '2014-11-13',
    });
  });

  test('in an export with passwords, American dates and a grade that is no batch', async () => {
    const { fields, notes, records } = await readAll(
      'SIS ID,School SIS ID,First Name,Last Name,Username,Password,State ID,Secondary Email,Student Number,Middle Name,Grade,Status,Birthdate\n' +
        '13001,10001,Ora,Klein,OKlein,P@ss,WA,,S-1,Christopher,9,Active,4/2/2000\n13003,10001,Florence,Stark,FStark,P@ss,WA,,S-3,Brian,12,Active,12/19/1997\n',
    );
    expect(fields).toMatchObject({
      Password: null,
      Username: null,
      'State ID': null,
      Grade: null,
      'SIS ID': null,
      'Student Number': 'admissionNumber',
      Status: 'status',
    });
    expect(notes).toContain('Not imported: passwords are never imported.');
    expect(notes).toContain(
      'Could be Batch, but its values are not batches in 2026/2027. Choose it to match them after the check.',
    );
    expect(records.map((record) => record?.birthDate)).toEqual(['2000-04-02', '1997-12-19']);
  });

  test('in a Nigerian register', async () => {
    const { fields, records, problems } = await readAll(
      'Adm. No;Student Name (Surname first);Sex (M/F);D.O.B.;Class;GSM No;State of Origin;L.G.A\n2026/014;OBI ADA NGOZI;F;03/04/2012;JSS1A;08031234567;Kwara State;Offa\n',
      { tidyNames: true },
    );
    expect(fields).toEqual({
      'Adm. No': 'admissionNumber',
      'Student Name (Surname first)': 'fullName',
      'Sex (M/F)': 'gender',
      'D.O.B.': 'birthDate',
      Class: 'batch',
      'GSM No': 'mobile',
      'State of Origin': 'state',
      'L.G.A': 'lga',
    });
    expect(problems).toEqual([]);
    expect(records[0]).toMatchObject({
      surname: 'Obi',
      firstName: 'Ada',
      middleName: 'Ngozi',
      gender: 'female',
      birthDate: '2012-04-03',
      batchId: 7,
      mobile: '+2348031234567',
      countryId: 'NG',
      stateId: 'NG-KW',
      lgaId: 'NG-KW-offa',
    });
  });

  test('in a register of surnames and other names', async () => {
    const { fields, records, missing } = await readAll('SURNAME,Other Names\nOBI,Ada Ngozi\n');
    expect([fields, missing]).toEqual([{ SURNAME: 'surname', 'Other Names': 'firstName' }, []]);
    expect(records[0]).toMatchObject({ surname: 'OBI', firstName: 'Ada Ngozi' });
    const beside = await readAll('Surname,First name,Other names\nObi,Ada,Ngozi\n');
    expect(beside.fields).toMatchObject({ 'First name': 'firstName', 'Other names': 'middleName' });
  });

  test('and values of a password column are never stored', async () => {
    const { columns } = await inspect(Buffer.from('Surname,Password\nObi,hush\n'));
    expect(columns.map(({ samples }) => samples)).toEqual([['Obi'], []]);
  });

  test('each field once, the column with values first', async () => {
    const { fields } = await readAll('Surname,First name,Phone,Telephone\nObi,Ada,,0803 123 4567\n');
    expect(fields).toMatchObject({ Phone: null, Telephone: 'phone' });
  });

  test('missing columns and values that look like another list are reported', async () => {
    expect((await readAll('Section SIS ID,SIS ID\n11001,13001\n')).missing).toEqual(['Surname', 'First name']);
    expect((await readAll('First Name,Last Name,Teacher Number\nCraig,Beane,101\n')).doubt).toContain('teachers');
  });
});

describe('problems say what is wrong and what to do', () => {
  const header = 'Surname,First name,DOB,Phone,Class,State,LGA,Sex\n';
  const problemsOf = async (
    row: string,
    filler = 'Eze,Chidi,13/04/2012,0803 123 4567,JSS 1 A,Kwara,Offa,M\n'.repeat(4),
  ) =>
    (await readAll(`${header}${filler}${row}\n`)).problems.map(({ row: number, column, message }) => [
      number,
      column,
      message,
    ]);

  test.each([
    ['Obi,Ada,31/02/2010,,,,,', 'DOB', 'There is no 31 February 2010. Check the day and the month.'],
    ['Obi,Ada,1/1/2027,,,,,', 'DOB', '1 Jan 2027 is in the future. Enter the student’s date of birth.'],
    [
      'Obi,Ada,,0803,,,,',
      'Phone',
      '“0803” is not a phone number. Use the form 0803 123 4567, or include the country code: +234…',
    ],
    [
      'Obi,Ada,,,JSS 9 Z,,,',
      'Class',
      'There is no open batch “JSS 9 Z” in 2026/2027. Correct the name, add the batch, or leave the cell blank.',
    ],
    ['Obi,Ada,,,,Kwarra,,', 'State', '“Kwarra” is not a known state. Correct the spelling or leave the cell blank.'],
    ['Obi,Ada,,,,Kwara,Obi,', 'LGA', '“Obi” is not an LGA of Kwara. Correct the spelling or leave the cell blank.'],
    ['Obi,Ada,,,,,Obi,', 'LGA', 'The state of “Obi” is missing. Add the state to the same row.'],
    ['Obi,Ada,,,,,,Mr', 'Sex', '“Mr” is not a valid value. Use female or male (F or M).'],
    [',Ada,,,,,,', 'Surname', 'The surname is missing.'],
    [`${'O'.repeat(101)},Ada,,,,,,`, 'Surname', 'The surname is longer than 100 characters. Shorten it.'],
  ])('%s', async (row, column, message) => expect(await problemsOf(row)).toEqual([[6, column, message]]));

  test.each([
    ['Obi,#N/A,,,,,,', 'First name', '“#N/A” is a spreadsheet error.'],
    ['Obi,Ada,########,,,,,', 'DOB', '“########” means that the column was too narrow.'],
    ['Obi,Ada,,8.03123E+09,,,,', 'Phone', '“8.03123E+09” is a long number that the spreadsheet has shortened.'],
  ])('%s is not a value', async (row, column, message) =>
    expect(await problemsOf(row)).toEqual([[6, column, expect.stringContaining(message)]]),
  );
  test('a column of shortened numbers is known all the same, so that each row says what is lost', async () => {
    const { fields, problems } = await readAll('Surname,First name,Mobile\nObi,Ada,8.03123E+09\n');
    expect(fields['Mobile']).toBe('mobile');
    expect(problems).toHaveLength(1);
  });

  test('a row tells all its problems at once', async () => expect(await problemsOf(',Ada,x,y,,,,')).toHaveLength(3));
  test('a row with a cell too many or too few is one', async () => {
    expect(await problemsOf('Obi,Ada')).toEqual([
      [6, null, expect.stringContaining('This row has 2 cells, but there are 8 columns.')],
    ]);
    expect(await problemsOf('Obi,Ada,,,,,,,x')).toEqual([[6, null, expect.stringContaining('9 cells')]]);
  });
  test('a date the column contradicts', async () =>
    expect((await problemsOf('Obi,Ada,12/25/2010,,,,,'))[0]?.[1]).toBe('DOB'));
});

test('rows that name the same student are found by number, and by name and birth date', () => {
  const words = { field: 'admissionNumber', words: 'admission number' };
  const { meet: find } = createTwinFinder(words, true);
  const row = (admissionNumber: string | null, surname: string, birthDate: string | null) =>
    ({ admissionNumber, surname, firstName: 'Ada', birthDate }) as never;
  expect(find(2, row('1', 'Obi', null))).toEqual([]);
  expect(find(3, row('1', 'Eze', null))).toMatchObject([
    { first: 2, message: 'Rows 2 and 3 have the same admission number, 1.' },
  ]);
  expect(find(4, row('2', 'Adébáyọ̀', '2012-01-01'))).toEqual([]);
  expect(find(5, row(null, 'ADEBAYO', '2012-01-01'))).toMatchObject([{ first: 4, isAlike: true }]);
  expect(createTwinFinder(words, false).meet(6, row(null, 'x', '2012-01-01'))).toEqual([]);
});
