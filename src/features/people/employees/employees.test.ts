import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { institutions, roles } from '#kernel/identity.schema.ts';
import { customFields } from '#features/records/custom-fields/custom-fields.schema.ts';
import { employees, readLog } from '#features/records/people/people.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let hr: Browser;
beforeAll(async () => void (world = await startSchool()));
beforeEach(async () => void (hr = await world.as('hr_officer')));
afterAll(() => world.close());

/** Everything that the specification keeps of an employee, as a clerk types it. */
const halima = {
  title: 'Mrs',
  surname: 'Yusuf',
  firstName: 'Halima',
  middleName: 'Ọmọ́lará',
  gender: 'female',
  birthDate: '1988-04-17',
  maritalStatus: 'married',
  religion: 'Islam',
  bloodGroup: 'O+',
  genotype: 'AS',
  nationalityId: 'NG',
  countryId: 'NG',
  stateId: 'NG-KW',
  lgaId: 'NG-KW-offa',
  city: 'Ilorin',
  community: 'Tanke',
  address: '12 Unity Road',
  phone: '0803 123 4567',
  mobile: '08051234567',
  email: 'Halima.Yusuf@example.com',
  category: 'Teaching',
  department: 'sciences',
  position: 'Senior staff',
  jobTitle: 'Teacher',
  qualification: 'TRCN',
  educationalQualification: 'B.Sc',
  employedOn: '2026-10-01',
  nextOfKinName: 'Musa Yusuf',
  nextOfKinPhone: '0809 765 4321',
  nextOfKinRelation: 'Brother',
  // Most tests add her once more.
  confirm_alike: 'true',
};
const add = async (by: Browser, more: object = {}) => {
  const answer = await by.post('/employees', { ...halima, institutionId: world.school.ilorin.id, ...more });
  return { answer, path: String(answer.headers.location) };
};
const errorsOf = async (by: Browser, path: string, body: object) => (await by.post(path, body)).json().errors;
const names = (page: { props: { rows: { surname: string; firstName: string }[] } }) =>
  page.props.rows.map((row) => `${row.firstName} ${row.surname}`);
const rowOf = async (path: string) =>
  world.database.asSystem([world.school.ilorin.id], async (tx) => {
    const [row] = await tx
      .select()
      .from(employees)
      .where(eq(employees.id, Number(path.split('/')[2])));
    return row!;
  });

test('3.4, 3.15: an HR officer enters an employee with all that the specification names, with country and state', async () => {
  const form = await hr.page('/employees/new');
  expect(form.component).toBe('employees/employee-form');
  expect(form.props.numberExample).toBe('E0001');
  expect(form.props.words.jobTitles).toContain('Teacher');
  expect(form.props.groups).toEqual(['general', 'health', 'religion', 'private']);
  const { answer, path } = await add(hr);
  expect(answer.statusCode).toBe(303);
  const overview = (await hr.page(path)).props.employee;
  expect(overview).toMatchObject({
    employeeNumber: 'E0001',
    title: 'Mrs',
    surname: 'Yusuf',
    firstName: 'Halima',
    middleName: 'Ọmọ́lará',
    gender: 'female',
    email: 'halima.yusuf@example.com',
    phone: '+2348031234567',
    mobile: '+2348051234567',
    category: 'Teaching',
    department: 'Sciences',
    position: 'Senior staff',
    jobTitle: 'Teacher',
    qualification: 'TRCN',
    educationalQualification: 'B.Sc',
    employedOn: '2026-10-01',
  });
  const { fields, places, age } = (await hr.page(`${path}/private`)).props.private;
  expect(fields).toMatchObject({
    birthDate: '1988-04-17',
    maritalStatus: 'Married',
    religion: 'Islam',
    bloodGroup: 'O+',
    genotype: 'AS',
    countryId: 'NG',
    stateId: 'NG-KW',
    city: 'Ilorin',
    community: 'Tanke',
    address: '12 Unity Road',
    nextOfKinPhone: '+2348097654321',
  });
  expect(places).toEqual({ nationality: 'Nigeria', country: 'Nigeria', state: 'Kwara', lga: 'Offa' });
  expect(age).toBe(38);
});

test('numbers follow the institution’s pattern, skip what was given by hand, and a second one like it is refused', async () => {
  await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx
      .update(institutions)
      .set({ employeeNumberPattern: 'IGS/{yy}/{seq:3}' })
      .where(eq(institutions.id, world.school.ilorin.id)),
  );
  await add(hr, { employeeNumber: 'IGS/26/001' });
  const { path } = await add(hr);
  expect((await rowOf(path)).employeeNumber).toBe('IGS/26/002');
  const body = { ...halima, institutionId: world.school.ilorin.id, employeeNumber: 'IGS/26/001' };
  expect(await errorsOf(hr, '/employees', body)).toEqual({
    employeeNumber: 'Another employee already has number IGS/26/001. Leave it empty to use the next free number.',
  });
});

test.for([
  [{ surname: ' ' }, { surname: 'The surname is required.' }],
  [{ jobTitle: 'Astronaut' }, { jobTitle: 'Astronaut isn’t in the school’s list. Choose a value from the list.' }],
  [{ stateId: 'GH-AA' }, { stateId: 'This state isn’t in the selected country. Choose a different one.' }],
  [{ employedOn: '1980-01-01' }, { employedOn: 'The date of employment is before the date of birth.' }],
  [{ birthDate: '2999-01-01' }, { birthDate: 'The date of birth can’t be in the future.' }],
] as [object, object][])('%o is refused beside its field, and nobody is added', async ([wrong, errors]) => {
  const before = (await hr.page('/employees', { component: 'employees/employee-list', props: ['total'] })).props.total;
  expect(await errorsOf(hr, '/employees', { ...halima, institutionId: world.school.ilorin.id, ...wrong })).toEqual(
    errors,
  );
  const after = await hr.page('/employees', { component: 'employees/employee-list', props: ['total'] });
  expect(after.props.total).toBe(before);
});

test('a form does not change what it does not show: restricted fields stay for users without access', async () => {
  const { path } = await add(hr, { surname: 'Kept', employeeNumber: 'K1' });
  const { ilorin } = world.school;
  const mayEdit = ['employees.view', 'employees.edit', 'employees.create', 'employees.viewHealth'];
  await world.database.asSystem([ilorin.id], (tx) =>
    tx.update(roles).set({ permissions: mayEdit }).where(eq(roles.id, ilorin.roleIds.cashier)),
  );
  const cashier = await world.as('cashier');
  const form = await cashier.page(`${path}/edit`);
  expect(form.props.groups).toEqual(['general', 'health']);
  expect(form.props.employee.bloodGroup).toBe('O+');
  for (const unseen of ['birthDate', 'religion', 'address', 'maritalStatus', 'nextOfKinName', 'stateId'])
    expect(form.props.employee).not.toHaveProperty(unseen);
  const sent = { surname: 'Kept', firstName: 'Halima', employeeNumber: 'K1', genotype: 'AA', religion: 'Christianity' };
  expect((await cashier.post(path, sent)).statusCode).toBe(303);
  expect(await rowOf(path)).toMatchObject({
    genotype: 'AA',
    bloodGroup: null,
    middleName: null,
    religion: 'Islam',
    birthDate: '1988-04-17',
    address: '12 Unity Road',
    nextOfKinName: 'Musa Yusuf',
  });
  // Nor does a refusal tell when somebody was born.
  expect((await cashier.post(path, { ...sent, employedOn: '1980-01-01' })).statusCode).toBe(303);
  // A new record by the same person is without them, whatever is sent.
  const { path: other } = await add(cashier, { employeeNumber: 'K2' });
  expect(await rowOf(other)).toMatchObject({ bloodGroup: 'O+', religion: null, birthDate: null, countryId: null });
});

test('every view of restricted fields is logged once; the overview and the list contain none', async () => {
  const { path } = await add(hr, { employeeNumber: 'R1' });
  const id = Number(path.split('/')[2]);
  const looks = () =>
    world.database.asSystem([world.school.ilorin.id], (tx) =>
      tx.select({ group: readLog.fieldGroup, place: readLog.place }).from(readLog).where(eq(readLog.subjectId, id)),
    );
  const overview = await hr.get(path);
  expect(overview.body).not.toMatch(/1988-04-17|Unity Road|Islam|Musa Yusuf/);
  expect((await hr.get('/employees?q=R1')).body).not.toMatch(/1988-04-17|Unity Road|Islam|Musa Yusuf/);
  expect(await looks()).toEqual([]);
  await hr.page(`${path}/private`);
  expect(await looks()).toEqual(['health', 'religion', 'private'].map((group) => ({ group, place: 'record' })));
  await hr.page(`${path}/edit`);
  expect((await looks()).slice(3).map(({ place }) => place)).toEqual(['form', 'form', 'form']);
  // The principal may see private data, not health or religion.
  const { groups, fields } = (await (await world.as('principal')).page(`${path}/private`)).props.private;
  expect(fields.birthDate).toBe('1988-04-17');
  expect(groups).toEqual(['private']);
  expect(fields).not.toHaveProperty('religion');
  // The registrar sees employees, and nothing restricted: there is no such page.
  const registrar = await world.as('registrar');
  expect((await registrar.page(path)).props.can.private).toBe(false);
  expect((await registrar.get(`${path}/private`)).statusCode).toBe(404);
});

test('possible duplicates are shown while typing, without the birth date, and need confirmation at the end', async () => {
  const { ilorin } = world.school;
  const twin = { ...halima, institutionId: ilorin.id, surname: 'Zubairu', firstName: 'Talatu', confirm_alike: '' };
  expect((await hr.post('/employees', twin)).statusCode).toBe(303);
  const ask = async (by: Browser, more: object = {}) => {
    const query = { institution_id: ilorin.id, surname: 'zubairu', first_name: 'TALATU', ...more };
    return (await by.get(`/employees/alike?${new URLSearchParams(query as never)}`)).json().people;
  };
  const [found, ...others] = await ask(hr, { birth_date: halima.birthDate });
  expect(others).toEqual([]);
  expect(found).toMatchObject({ surname: 'Zubairu', place: 'Sciences', sameBirth: true });
  expect(found).not.toHaveProperty('birthDate');
  expect(await ask(hr, { except: found.id })).toEqual([]);
  expect(await ask(hr, { surname: 'Zubai' })).toEqual([]);
  expect((await ask(hr, { surname: '', first_name: '', phone: '0803 123 4567' })).length).toBeGreaterThan(0);
  expect(await errorsOf(hr, '/employees', twin)).toMatchObject({
    confirm_alike: expect.stringContaining('Talatu Zubairu already exists'),
  });
  expect((await hr.post('/employees', { ...twin, confirm_alike: 'true' })).statusCode).toBe(303);
});

test('custom fields are entered, shown by group and hidden from users without access to the group', async () => {
  const { ilorin } = world.school;
  const [badge, clan] = await world.database.asSystem([ilorin.id], (tx) =>
    tx
      .insert(customFields)
      .values([
        { institutionId: ilorin.id, entity: 'employee', label: 'Badge', type: 'text' },
        { institutionId: ilorin.id, entity: 'employee', label: 'Clan', type: 'text', fieldGroup: 'private' },
      ])
      .returning({ id: customFields.id }),
  );
  const custom = { [badge!.id]: 'B-7', [clan!.id]: 'Oke' };
  const { path } = await add(hr, { employeeNumber: 'C1', custom });
  expect((await hr.page(path)).props.custom).toEqual({ [badge!.id]: 'B-7' });
  expect((await hr.page(`${path}/private`)).props.private.custom).toEqual({ [clan!.id]: 'Oke' });
  expect((await (await world.as('registrar')).get(path)).body).not.toContain('Clan');
  const cashier = await world.as('cashier');
  await cashier.post(path, { ...halima, employeeNumber: 'C1', custom: { [badge!.id]: 'B-8', [clan!.id]: 'Isale' } });
  expect((await hr.page(path)).props.custom).toEqual({ [badge!.id]: 'B-8' });
  expect((await hr.page(`${path}/private`)).props.private.custom).toEqual({ [clan!.id]: 'Oke' });
});

test('documents are a tab for users with access to private data; every view is logged', async () => {
  const { path } = await add(hr, { employeeNumber: 'D1' });
  const tab = await hr.page(`${path}/documents`);
  expect(tab.props.documents).toMatchObject({ rows: [], can: { edit: true } });
  expect(tab.props.documents.types).toContain('Curriculum vitae');
  expect((await (await world.as('registrar')).get(`${path}/documents`)).statusCode).toBe(404);
});

test('2.6 the list searches by name, number, phone and e-mail, filters, sorts and pages by key', async () => {
  await add(hr, { surname: 'Ẹlẹ́gbẹ́dé', firstName: 'Sade', email: 'sade@find.example', employeeNumber: 'F-77' });
  for (const q of ['elegbede', 'sade eleg', 'F-77', 'find.example'])
    expect(names(await hr.page(`/employees?q=${encodeURIComponent(q)}`)), q).toEqual(['Sade Ẹlẹ́gbẹ́dé']);
  await add(hr, { surname: 'Danladi', firstName: 'Rifkatu', employeeNumber: 'F-78', phone: '0803 555 4321' });
  for (const q of ['08035554321', '0803 555 4321', '+234 803 555 4321'])
    expect(names(await hr.page(`/employees?q=${encodeURIComponent(q)}`)), q).toEqual(['Rifkatu Danladi']);
  expect(names(await hr.page('/employees?q=%25'))).toEqual([]);
  expect(names(await hr.page('/employees?job_title=Registrar'))).toEqual(['The Registrar']);
  expect(names(await hr.page('/employees?department=Sciences&gender=male'))).toEqual([]);
  for (const sort of ['name', 'number', 'employed']) {
    const up = names(await hr.page(`/employees?sort=${sort}`));
    expect(names(await hr.page(`/employees?sort=-${sort}`)), sort).toEqual(up.toReversed());
  }
  const cursor = (value: unknown[]) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const after = await hr.page(`/employees?after=${cursor(['registrar the', 0])}`);
  expect(names(after)[0]).toBe('The Registrar');
  expect((await hr.get('/employees?after=nonsense')).statusCode).toBe(422);
  expect((await hr.get(`/employees?sort=employed&after=${cursor(['no day', 0])}`)).statusCode).toBe(422);
  expect((await hr.get('/employees?view=mosaic')).statusCode).toBe(400);
  const later = await hr.page('/employees', { component: 'employees/employee-list', props: ['choices'] });
  expect(later.props.choices.jobTitles).toContain('Registrar');
});

test('more than a page of employees comes page by page, each once', async () => {
  const { offa } = world.school;
  await world.database.asSystem([offa.id], (tx) =>
    tx.insert(employees).values(
      Array.from({ length: 120 }, (_, at) => ({
        institutionId: offa.id,
        employeeNumber: `P${at}`,
        surname: `Same${at % 3}`,
        firstName: 'Name',
      })),
    ),
  );
  const registrar = await world.as('registrar.offa');
  const seen: number[] = [];
  let next: string | null = '/employees?sort=-name';
  while (next) {
    const page: { props: { rows: { id: number }[]; next: string | null } } = await registrar.page(next);
    seen.push(...page.props.rows.map(({ id }) => id));
    next = page.props.next;
  }
  expect(seen.length).toBe(121);
  expect(new Set(seen).size).toBe(121);
});

test('a search finds each once, page by page, whether the first few hundred bear the word or only the last do', async () => {
  const { offa } = world.school;
  await world.database.asSystem([offa.id], (tx) =>
    tx.insert(employees).values(
      Array.from({ length: 720 }, (_, at) => ({
        institutionId: offa.id,
        employeeNumber: `Q${at}`,
        firstName: at % 6 ? 'Musa' : 'Zara',
        surname: at < 600 ? 'Adeoti' : 'Yusuf',
        employedOn: at % 7 ? `2020-01-0${at % 7}` : null,
      })),
    ),
  );
  const registrar = await world.as('registrar.offa');
  const walk = async (query: string) => {
    const seen: string[] = [];
    for (let next: string | null = `/employees?${query}`; next;) {
      const page: { props: { rows: { employeeNumber: string }[]; next: string | null } } = await registrar.page(next);
      seen.push(...page.props.rows.map(({ employeeNumber }) => employeeNumber));
      next = page.props.next;
    }
    return seen;
  };
  for (const [q, found] of Object.entries({ adeoti: 600, yusuf: 120, zara: 120, 'yusuf zara': 20, za: 120, nobody: 0 }))
    for (const sort of ['name', '-number', 'employed']) {
      const seen = await walk(`q=${q}&sort=${sort}`);
      expect([q, sort, seen.length, new Set(seen).size]).toEqual([q, sort, found, found]);
    }
  expect((await walk('q=adeoti&sort=number')).slice(0, 3)).toEqual(['Q0', 'Q1', 'Q10']);
});

test('an employee who sees only their own record finds it complete, and nobody else', async () => {
  const employee = await world.as('employee');
  const mine = (await employee.get('/employees/me')).headers.location as string;
  expect(mine).toMatch(/^\/employees\/\d+$/);
  const page = await employee.page(mine);
  expect(page.props.can).toEqual({
    edit: false,
    leave: false,
    reinstate: false,
    private: true,
    documents: true,
    history: false,
    accounts: false,
    invite: false,
    cards: false,
    merge: false,
    privacy: true,
  });
  expect((await employee.page(`${mine}/private`)).props.private.groups).toEqual(['health', 'religion', 'private']);
  expect((await employee.get(`${mine}/edit`)).statusCode).toBe(403);
  expect(names(await employee.page('/employees'))).toEqual(['The Employee']);
  expect((await employee.get('/employees/find?q=registrar')).json().people).toEqual([]);
  const { path } = await add(hr, { employeeNumber: 'X1' });
  for (const tab of ['', '/work', '/private']) expect((await employee.get(path + tab)).statusCode, tab).toBe(404);
});

test('an invitation starts from the record: name, e-mail and phone are filled in', async () => {
  const { path } = await add(hr, { employeeNumber: 'I1', email: 'halima.i@example.com' });
  const owner = await world.as('owner');
  expect((await owner.page(path)).props.can).toMatchObject({ accounts: true, invite: true });
  const id = Number(path.split('/')[2]);
  const { employee } = (await owner.page(`/accounts/new?employee_id=${id}`)).props;
  expect(employee).toMatchObject({ id, name: 'Halima Ọmọ́lará Yusuf', email: 'halima.i@example.com' });
  expect((await owner.page('/accounts/new?employee_id=999999')).props.employee).toBeNull();
  expect((await hr.page(path)).props.can).toMatchObject({ accounts: false, invite: false });
});

test('an employee of another institution is found by no address', async () => {
  const own = (await (await world.as('registrar.offa')).page('/employees')).props.rows[0].id;
  for (const tab of ['', '/work', '/private', '/edit', '/leave', '/return'])
    expect((await hr.get(`/employees/${own}${tab}`)).statusCode, tab).toBe(404);
  expect((await hr.post(`/employees/${own}`, { ...halima, employeeNumber: 'Z' })).statusCode).toBe(404);
  expect((await hr.get(`/employees?institution_id=${world.school.offa.id}`)).statusCode).toBe(404);
  expect((await hr.post('/employees', { ...halima, institutionId: world.school.offa.id })).statusCode).toBe(404);
});

test('the work tab lists the classes led and the courses taught', async () => {
  const [teacher] = (await hr.page('/employees?job_title=Teacher&q=teacher')).props.rows;
  const { work } = (await hr.page(`/employees/${teacher.id}/work`)).props;
  expect(work.classes).toMatchObject([{ batch: 'JSS 2 A', session: '2026/2027' }]);
  expect(work.courses).toMatchObject([{ batch: 'JSS 1 B', course: 'English Language' }]);
});

test('the history shows who changed what; restricted fields only with access, which is logged, and never in the log', async () => {
  const { path } = await add(hr, { employeeNumber: 'H1' });
  await hr.post(path, { ...halima, employeeNumber: 'H1', city: 'Offa', religion: '', jobTitle: 'librarian' });
  const owner = await world.as('owner');
  const [entry] = (await owner.page(`${path}/history`)).props.history;
  expect(entry).toMatchObject({ person: 'The hr_officer (hr_officer)', summary: 'changed 3 fields of Halima Yusuf' });
  const jobTitle = { from: 'Teacher', to: 'Librarian' };
  const changes = { jobTitle, city: { from: 'Ilorin', to: 'Offa' }, religion: { from: 'Islam', to: null } };
  expect(entry.details).toEqual({ changes });
  const id = Number(path.split('/')[2]);
  const looks = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.select({ person: readLog.person, group: readLog.fieldGroup }).from(readLog).where(eq(readLog.subjectId, id)),
  );
  expect(
    looks
      .filter(({ person }) => person === 'The owner')
      .map(({ group }) => group)
      .toSorted(),
  ).toEqual(['private', 'religion']);
  const hidden = { from: 'not shown', to: 'not shown' };
  const told = { changes: { jobTitle, city: hidden, religion: hidden } };
  const ict = await world.as('ict_administrator');
  expect((await ict.page(`${path}/history`)).props.history[0].details).toEqual(told);
  expect((await ict.page(`/audit?subject=employee:${id}`)).props.rows[0].details).toEqual(told);
  // Who changes records sees what was changed on one, without reading the whole log.
  expect((await hr.page(`${path}/history`)).props.history[0].details).toEqual({ changes });
  expect((await hr.page(path)).props.can.history).toBe(true);
  expect((await hr.get('/audit')).statusCode).toBe(403);
  expect((await (await world.as('employee')).get(`${path}/history`)).statusCode).toBe(403);
  expect((await hr.page(path)).props.lastChange.person).toBe('The hr_officer (hr_officer)');
});

test('a number that nobody could dial stays while it is not touched, and is refused with all else that is wrong', async () => {
  const { path } = await add(hr, { employeeNumber: 'N1' });
  const old = '+2349200000001';
  await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx
      .update(employees)
      .set({ mobile: old, nextOfKinPhone: old })
      .where(eq(employees.id, Number(path.split('/')[2]))),
  );
  const sent = { ...halima, employeeNumber: 'N1', mobile: old, nextOfKinPhone: old };
  expect((await hr.post(path, { ...sent, city: 'Offa' })).statusCode).toBe(303);
  expect(await rowOf(path)).toMatchObject({ mobile: old, nextOfKinPhone: old, city: 'Offa' });
  const errors = await errorsOf(hr, path, {
    ...sent,
    mobile: '+2349200000002',
    department: 'Alchemy',
    nationalityId: 'XX',
  });
  expect(Object.keys(errors).toSorted()).toEqual(['department', 'mobile', 'nationalityId']);
});

test('3.15 the list is narrowed by both qualifications and by days of employment', async () => {
  await add(hr, {
    employeeNumber: 'Q1',
    surname: 'Quist',
    qualification: 'TRCN',
    educationalQualification: 'B.Ed',
    employedOn: '2019-10-01',
  });
  await add(hr, {
    employeeNumber: 'Q2',
    surname: 'Quist',
    qualification: 'ICAN',
    educationalQualification: 'HND',
    employedOn: '2021-01-15',
  });
  const found = async (query: string) =>
    ((await hr.page(`/employees?q=quist&${query}`)).props.rows as { employeeNumber: string }[]).map(
      ({ employeeNumber }) => employeeNumber,
    );
  expect(await found('qualification=TRCN')).toEqual(['Q1']);
  expect(await found('educational_qualification=HND')).toEqual(['Q2']);
  expect(await found('employed_from=2019-10-01&employed_to=2020-12-31')).toEqual(['Q1']);
  const { rows } = (await hr.page('/employees?q=quist&qualification=ICAN')).props;
  expect(rows).toMatchObject([{ qualification: 'ICAN', educationalQualification: 'HND' }]);
});

const nextYear = new Date().getFullYear() + 1;

test('5.3 the year of graduation is entered, shown, exported and cleared, and two who edit it at once are told', async () => {
  const { path } = await add(hr, { employeeNumber: 'G1', surname: 'Graduate', graduationYear: '2009' });
  expect((await hr.page(path)).props.employee.graduationYear).toBe(2009);
  const file = await hr.get('/employees/export.csv?q=graduate&columns=surname&columns=graduationYear');
  expect(file.body.trim().split(/\r?\n/).slice(1)).toEqual(['Graduate,2009']);
  expect(file.body).toContain('Surname,Year of graduation');
  const data = (await hr.get(`/privacy${path}/data.json`)).json<{ sections: { title: string; rows: object[] }[] }>();
  expect(data.sections.find(({ title }) => title === 'Record')!.rows).toMatchObject([{ 'Year of graduation': 2009 }]);

  const { opened } = (await hr.page(`${path}/edit`)).props;
  const sent = { ...halima, employeeNumber: 'G1', surname: 'Graduate' };
  const save = (graduationYear: string, more: object = {}) => hr.post(path, { ...sent, graduationYear, ...more });
  expect((await save(String(nextYear))).statusCode).toBe(303);
  // A form in which it was not touched keeps what somebody else entered.
  expect((await save('2009', { opened, city: 'Offa' })).statusCode).toBe(303);
  expect(await rowOf(path)).toMatchObject({ graduationYear: nextYear, city: 'Offa' });
  const late = await save('2011', { opened: { ...opened, city: 'Offa' } });
  expect(late.statusCode).toBe(409);
  expect(late.json().conflicts).toMatchObject([
    { field: 'graduationYear', value: nextYear, theirs: String(nextYear), yours: '2011' },
  ]);
  expect((await save('')).statusCode).toBe(303);
  expect((await rowOf(path)).graduationYear).toBeNull();
});

test('5.3 what is no year of graduation is refused beside its field and changes nothing', async () => {
  const { path } = await add(hr, { employeeNumber: 'G2', graduationYear: '2009' });
  const range = `Enter a year from 1900 to ${nextYear}.`;
  for (const [graduationYear, message] of [
    ['09', 'Enter a year such as 2009.'],
    ['2009-07', 'Enter a year such as 2009.'],
    ['2009.5', 'Enter a year such as 2009.'],
    ['1899', range],
    [String(nextYear + 1), range],
  ]) {
    const answer = await hr.post(path, { ...halima, employeeNumber: 'G2', city: 'Offa', graduationYear });
    expect([graduationYear, answer.statusCode, answer.json().errors]).toEqual([
      graduationYear,
      422,
      { graduationYear: message },
    ]);
  }
  expect(await rowOf(path)).toMatchObject({ graduationYear: 2009, city: 'Ilorin' });
  const straight = world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.update(employees).set({ graduationYear: 20090 }).where(eq(employees.employeeNumber, 'G2')),
  );
  await expect(straight).rejects.toThrow();
});

test('5.3 two records with different years of graduation show both before they are merged', async () => {
  const [kept, other] = await Promise.all(
    ['2004', '2012'].map((graduationYear, at) => add(hr, { employeeNumber: `GM${at}`, graduationYear })),
  );
  const id = Number(other!.path.split('/')[2]);
  const { props } = await hr.page(`${kept!.path}/merge?with=${id}`);
  expect(props.fields.find(({ key }: { key: string }) => key === 'graduation_year')).toMatchObject({
    label: 'Year of graduation',
    kept: '2004',
    other: '2012',
    isSame: false,
  });
  expect((await hr.post(`${kept!.path}/merge`, { otherId: id, take: { graduation_year: 'other' } })).statusCode).toBe(
    303,
  );
  expect((await rowOf(kept!.path)).graduationYear).toBe(2012);
});
