import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rearm } from '#kernel/export/formulas.ts';
import { checkRows } from '#features/people/imports/work/check-rows.job.ts';
import { runRows } from '#features/people/imports/work/run-rows.job.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pictureFile } from '#test/harness/pictures.ts';
import { upload } from '#test/harness/uploads.ts';

/*
 * Walks the two lists of the specification, 24 fields of employees and 31 of students: each is entered, shown, exported
 * and imported, and stands in a column or a relation of its own.
 */
interface Walk {
  /** As the specification names it. */
  name: string;
  /** Heading and cell of the file. */
  heading: string;
  cell: string | RegExp;
  /** What a form sends; nothing where another verb or the calendar says it. */
  form?: Record<string, string>;
  /** How a page shows it: in its props; or the words of the screen while results are not there. */
  shown: string | RegExp;
  /** Where the database keeps it. */
  column: string;
  /** What an import finds in that column; null where the file may not say it. */
  imported: unknown;
}

const text = (name: string, heading: string, field: string, value: string, column: string, form = field): Walk => ({
  name,
  heading,
  cell: value,
  form: { [form]: value },
  shown: value,
  column,
  imported: value,
});
const place = (name: string, heading: string, field: string, id: string, called: string, column: string): Walk => ({
  ...text(name, heading, field, called, column),
  form: { [field]: id },
  imported: id,
});
/** Of somebody born on the first of January: whole years since. */
const age = (birth: number) => String(new Date().getFullYear() - birth);

const home = (kind: string): Walk[] => [
  place('country', 'Country', 'countryId', 'NG', 'Nigeria', `${kind}.country_id`),
  place('state', 'State of origin', 'stateId', 'NG-KW', 'Kwara', `${kind}.state_id`),
  place('LGA', 'LGA', 'lgaId', 'NG-KW-offa', 'Offa', `${kind}.lga_id`),
  text('city', 'City', 'city', 'Omu-Aran', `${kind}.city`),
  text('community', 'Community', 'community', 'Ìlọ́fà', `${kind}.community`),
];
const person = (kind: string): Walk[] => [
  text('first name', 'First name', 'firstName', 'Wálé', `${kind}.first_name`),
  text('middle name', 'Middle name', 'middleName', 'Olú', `${kind}.middle_name`),
  text('surname', 'Surname', 'surname', 'Walker', `${kind}.surname`),
  {
    ...text('gender', 'Gender', 'gender', 'Male', `${kind}.gender`),
    form: { gender: 'male' },
    shown: '"male"',
    imported: 'male',
  },
  text('blood group', 'Blood group', 'bloodGroup', 'AB-', `${kind}.blood_group`),
  text('religion', 'Religion', 'religion', 'Islam', `${kind}.religion`),
  { ...text('mobile', 'Mobile', 'mobile', '+2348031234567', `${kind}.mobile`), form: { mobile: '0803 123 4567' } },
  {
    name: 'photo',
    heading: 'Photo',
    column: `${kind}.photo_id`,
    imported: null,
    cell: /^\/\w+\/\d+\/photo\/large\?v=\d+$/,
    shown: /photo(Id)?":("\/|\d)/,
  },
];

const students: Walk[] = [
  { ...withResults('CGPA', 'CGPA') },
  { ...withResults('position', 'Position') },
  text('registration number', 'Registration number', 'registrationNumber', 'WALK/R', 'students.registration_number'),
  follows('program', 'Programme', 'Junior Secondary', 'batches → classes.program_id'),
  { ...follows('promotion', 'Promotion', '', 'enrolments.outcome'), shown: 'Promotion' },
  text('admission number', 'Admission number', 'admissionNumber', 'WALK/1', 'students.admission_number'),
  text('language', 'Language', 'language', 'Yoruba', 'students.language'),
  { ...text('phone', 'Phone', 'phone', '+2348039876543', 'students.phone'), form: { phone: '0803 987 6543' } },
  text('student category', 'Student category', 'category', 'Boarding', 'students.category'),
  { ...follows('batch', 'Batch', 'JSS 1 A', 'students.batch_id'), imported: 'JSS 1 A' },
  follows('class', 'Class', 'JSS 1', 'batches.class_id'),
  text('admission date', 'Admission date', 'admissionDate', '2026-09-01', 'students.admission_date'),
  {
    ...text('age', 'Age', 'birthDate', age(2014), 'students.birth_date'),
    form: { birthDate: '2014-01-01' },
    shown: `"age":${age(2014)}`,
    imported: null,
  },
  {
    ...follows('academic session', 'Academic session', /^\d{4}\/\d{4}$/, 'batches.session_id'),
    shown: /"session":"\d{4}\/\d{4}"/,
  },
  { ...follows('subject', 'Subjects', /MTH/, 'course_offerings, student_electives'), shown: 'MTH' },
  { ...withResults('class designation', 'Class designation') },
  text('next of kin name', 'Next of kin name', 'nextOfKinName', 'Ada Walker', 'students.next_of_kin_name'),
  {
    ...text(
      'next of kin telephone number',
      'Next of kin telephone number',
      'nextOfKinPhone',
      '+2348031112222',
      'students.next_of_kin_phone',
    ),
    form: { nextOfKinPhone: '0803 111 2222' },
  },
  ...home('students'),
  ...person('students'),
];

const employees: Walk[] = [
  {
    ...text('age', 'Age', 'birthDate', age(1980), 'employees.birth_date'),
    form: { birthDate: '1980-01-01' },
    shown: '1980-01-01',
    imported: null,
  },
  text('employee number', 'Employee number', 'employeeNumber', 'WALK1', 'employees.employee_number'),
  text(
    'educational qualification',
    'Educational qualification',
    'educationalQualification',
    'M.Ed',
    'employees.educational_qualification',
  ),
  text('marital status', 'Marital status', 'maritalStatus', 'Widowed', 'employees.marital_status'),
  text('position', 'Position', 'position', 'Senior staff', 'employees.position'),
  text('department', 'Department', 'department', 'Sciences', 'employees.department'),
  text('date of birth', 'Date of birth', 'birthDate', '1980-01-01', 'employees.birth_date'),
  text('date of employment', 'Date of employment', 'employedOn', '2015-09-01', 'employees.employed_on'),
  text('category', 'Category', 'category', 'Teaching', 'employees.category'),
  text('job position (shown as Job Title)', 'Job title', 'jobTitle', 'Librarian', 'employees.job_title'),
  text('qualification', 'Qualification', 'qualification', 'TRCN', 'employees.qualification'),
  ...home('employees'),
  ...person('employees'),
];

/** Says itself from another field of the record; a file does not say it. */
function follows(name: string, heading: string, cell: string | RegExp, column: string): Walk {
  return { name, heading, cell, shown: cell, column, imported: null };
}
/** Published results fill it (results/summaries); until then the screen says so and the file has an empty cell. */
function withResults(name: string, heading: string): Walk {
  return { name, heading, cell: '', shown: heading, column: 'result_summaries', imported: null };
}

const kinds = {
  students: { list: students, number: 'admissionNumber', tabs: ['', '/subjects', '/private'] },
  employees: { list: employees, number: 'employeeNumber', tabs: ['', '/work', '/private'] },
};

let site: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
let ilorin: number;
beforeAll(async () => {
  site = await startSchool();
  owner = await site.as('owner');
  ilorin = site.school.ilorin.id;
  await site.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      values (${ilorin}, ${site.school.ilorin.batchIds['JSS 1 A']}, ${site.school.ilorin.courseIds['MTH']!}) on conflict do nothing`),
  );
});
afterAll(() => site.close());

test('3.15 has 24 fields and 3.16 has 31, each in its own place', () => {
  expect(employees.map(({ name }) => name).toSorted()).toEqual(
    'age, religion, mobile, LGA, state, country, city, community, first name, middle name, surname, employee number, educational qualification, marital status, blood group, gender, position, department, date of birth, date of employment, category, photo, job position (shown as Job Title), qualification'
      .split(', ')
      .toSorted(),
  );
  expect(students.map(({ name }) => name).toSorted()).toEqual(
    'CGPA, position, registration number, program, promotion, LGA, community, admission number, first name, middle name, surname, gender, blood group, language, religion, city, state, phone, mobile, country, student category, batch, class, admission date, age, academic session, subject, photo, class designation, next of kin name, next of kin telephone number'
      .split(', ')
      .toSorted(),
  );
  for (const list of [employees, students]) {
    const columns = list.map(({ column }) => column).filter((column) => column !== 'result_summaries');
    // An age is the date of birth, told another way.
    expect(columns.filter((column, at) => columns.indexOf(column) < at && !column.endsWith('.birth_date'))).toEqual([]);
  }
});

describe.each([
  ['3.15', 'employees'],
  ['3.16', 'students'],
] as const)('%s the fields of %s', (_, kind) => {
  const { list, number, tabs } = kinds[kind];
  const fields = Object.assign({}, ...list.map(({ form }) => form)) as Record<string, string>;
  let id: number;
  let shown: string;
  let row: Record<string, string>;

  beforeAll(async () => {
    const answer = await owner.post(`/${kind}`, { institutionId: ilorin, ...fields });
    expect([answer.statusCode, answer.body]).toEqual([303, '']);
    id = Number(/\/(\d+)/.exec(String(answer.headers.location))![1]);
    const sent = await upload(owner, `/${kind}/${id}/photo`, {
      field: 'photo',
      fileName: 'photo.png',
      content: await pictureFile(400, 500),
    });
    expect(sent.statusCode).toBe(200);
    if (kind === 'students') {
      const assigned = await owner.post('/students/batch-assignment', {
        batch_id: site.school.ilorin.batchIds['JSS 1 A'],
        student_ids: [id],
      });
      expect([assigned.statusCode, assigned.body]).toEqual([200, 'success']);
    }
    const pages = [];
    for (const tab of tabs) pages.push((await owner.page(`/${kind}/${id}${tab}`)).props);
    shown = JSON.stringify(pages.map(({ shell: _, ...props }) => props));
    const columns = (await owner.get(`/${kind}/export-columns`, { accept: 'application/json' })).json<
      { key: string }[]
    >();
    const query = columns.map(({ key }) => `columns=${key}`).join('&');
    const file = await owner.get(`/${kind}/export.csv?q=walk&${query}`);
    [row] = parse(file.body, { bom: true, columns: true }) as [Record<string, string>];
  });

  test.each(list)('$name is entered, saved and shown', ({ shown: words, column, cell }) => {
    const source =
      kind === 'students'
        ? readFileSync(join(import.meta.dirname, '../src/features/people/students/profile/overview-tab.tsx'), 'utf8')
        : '';
    const isScreen = column === 'result_summaries' || column === 'enrolments.outcome';
    expect(isScreen ? source : shown).toMatch(
      words instanceof RegExp ? words : new RegExp(words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')),
    );
    if (isScreen) expect(cell).toBe('');
  });

  test.each(list)('$name is exported under “$heading”', ({ heading, cell }) => {
    expect(Object.keys(row)).toContain(heading);
    if (cell instanceof RegExp) expect(row[heading]).toMatch(cell);
    else expect(rearm(row[heading]!)).toBe(cell);
  });

  test('importable fields are imported into their columns, the others skipped with a reason', async () => {
    const cells = list.map(({ heading, imported, cell, name }) => {
      const value = rearm(row[heading] ?? '');
      return name.endsWith('number') && !name.includes('kin')
        ? `${value}-2`
        : imported === null && cell === ''
          ? 'x'
          : value;
    });
    const line = (values: string[]) => values.map((value) => `"${value}"`).join(',');
    const file = `${line(list.map(({ heading }) => heading))}\n${line(cells)}\n`;
    const sent = await upload(owner, '/imports', {
      field: 'file',
      fileName: 'walk.csv',
      content: Buffer.from(file),
      fields: { institutionId: String(ilorin), kind },
    });
    const address = String(sent.headers.location);
    const { columns } = (await owner.page(address)).props as {
      columns: { header: string; field: string | null; note: string | null }[];
    };
    const left = columns.filter(({ field }) => field === null);
    expect(left.map(({ header }) => header).toSorted()).toEqual(
      list
        .filter(({ imported, name }) => imported === null && name !== 'photo')
        .map(({ heading }) => heading)
        .filter((heading) => !['Programme', 'Class'].includes(heading) || left.some(({ header }) => header === heading))
        .toSorted(),
    );
    await owner.post(`${address}/check`, { mapping: columns.map(({ field }) => field ?? ''), alike: 'new' });
    await work();
    expect((await owner.page(address)).props).toMatchObject({ import: { good: 1, bad: 0 }, problems: [] });
    await owner.post(`${address}/run`, { mode: 'all' });
    await work();
    const { rows } = await site.database.asSystem([ilorin], (tx) =>
      tx.execute<{ person: Record<string, unknown> }>(
        sql`select to_jsonb(p) as person from ${sql.identifier(kind)} p where ${sql.identifier(number.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`))} like 'WALK%-2'`,
      ),
    );
    const kept = rows[0]!.person;
    for (const { name, column, imported } of list) {
      if (imported === null || name === 'batch') continue;
      const value = kept[column.split('.')[1]!];
      expect([name, value]).toEqual([
        name,
        name.endsWith('number') && !name.includes('kin') ? `${String(imported)}-2` : imported,
      ]);
    }
    if (kind === 'students') expect(kept['batch_name']).toBe('JSS 1 A');
  });
});

async function work() {
  const never = new AbortController().signal;
  for (const { queue, data } of site.sent.splice(0))
    await (queue === 'imports.run' ? runRows : checkRows)(site.services, data as never, never);
}
