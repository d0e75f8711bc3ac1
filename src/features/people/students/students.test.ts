import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

const names = (page: { props: { rows: { surname: string; firstName: string }[] } }) =>
  page.props.rows.map((row) => `${row.firstName} ${row.surname}`);

test('3.3 a registrar sees her own school’s students in the order of their names', async () => {
  const registrar = await world.as('registrar');
  const page = await registrar.page('/students');
  expect(page.component).toBe('students/student-list');
  expect(names(page).slice(0, 3)).toEqual(['Kemi Adébáyọ̀', 'Tunde Bakare', 'Aisha Bello']);
  expect(names(page)).not.toContain('Yakubu Ndako');
  expect(page.props.total).toBeUndefined();
  const later = await registrar.page('/students', { component: 'students/student-list', props: ['total', 'choices'] });
  expect(later.props.total).toBe(12);
  expect(later.props.choices.batches.map((batch: { name: string }) => batch.name)).toEqual([
    'JSS 1 A',
    'JSS 1 B',
    'JSS 2 A',
  ]);
  expect(later.props.rows).toBeUndefined();
});

test.for([
  ['ade', ['Kemi Adébáyọ̀']],
  ['ADEBAYO kem', ['Kemi Adébáyọ̀']],
  ['ob', ['Ada Obi']],
  ['%', []],
  ["o'jo", ['Simi Ojo']],
] as [string, string[]][])(
  'a search for %s finds by any part of name or number, without accents',
  async ([q, found]) => {
    const registrar = await world.as('registrar');
    expect(names(await registrar.page(`/students?q=${encodeURIComponent(q)}`))).toEqual(found);
  },
);

test('filters, sort and keyset paging agree with each other', async () => {
  const registrar = await world.as('registrar');
  expect(names(await registrar.page('/students?batch=none&status=active'))).toEqual([
    'Aisha Bello',
    'Terhemba Iorfa',
    'Efe Omoregie',
  ]);
  const down = await registrar.page('/students?sort=-name');
  expect(names(down)).toEqual(names(await registrar.page('/students')).toReversed());
  const cursor = (value: unknown[]) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const after = await registrar.page(`/students?after=${cursor(['omoregie efe', 0])}`);
  expect(names(after)[0]).toBe('Efe Omoregie');
  expect((await registrar.get('/students?after=nonsense')).statusCode).toBe(422);
  expect((await registrar.get(`/students?sort=admitted&after=${cursor(['no day', 0])}`)).statusCode).toBe(422);
  expect((await registrar.get(`/students?sort=admitted&after=${cursor(['0001-01-01', 0])}`)).statusCode).toBe(200);
  expect((await registrar.get('/students?sort=password')).statusCode).toBe(400);
});

test('a teacher sees the students of own batches alone, and no action but to message', async () => {
  const teacher = await world.as('teacher');
  const page = await teacher.page('/students');
  expect(names(page).toSorted()).toEqual(['Bala Danjuma', 'Kemi Adébáyọ̀', 'Musa Garba', 'Ngozi Okafor']);
  const allowed = Object.entries(page.props.can as object).filter(([, may]) => (Array.isArray(may) ? may.length : may));
  expect(allowed.map(([what]) => what)).toEqual(['seeOwn', 'message']);
  const { 'Ada Obi': stranger, 'Ngozi Okafor': own } = world.school.ilorin.studentIds;
  expect((await teacher.get(`/students/${stranger}`)).statusCode).toBe(404);
  expect((await teacher.get(`/students/${own}`)).statusCode).toBe(200);
  expect((await teacher.get(`/students/${own}/edit`)).statusCode).toBe(403);
});

test('a student of another institution is not found, by address, search or filter', async () => {
  const registrar = await world.as('registrar');
  const foreign = world.school.offa.studentIds['Peace Akpan'];
  expect((await registrar.get(`/students/${foreign}`)).statusCode).toBe(404);
  expect((await registrar.get(`/students?institution_id=${world.school.offa.id}`)).statusCode).toBe(404);
  // A part of the page alone, as the browser fetches it: a read that nobody waits for would end the server.
  for (const [list, page] of Object.entries({
    students: 'student-list',
    guardians: 'guardian-list',
    employees: 'employee-list',
  })) {
    const part = { 'x-inertia': 'true', 'x-inertia-version': 'test', 'x-inertia-partial-data': 'choices' };
    const foreign = await registrar.get(`/${list}?institution_id=${world.school.offa.id}`, {
      ...part,
      'x-inertia-partial-component': `${list}/${page}`,
    });
    expect([list, foreign.statusCode]).toEqual([list, 404]);
  }
  expect((await registrar.get('/students/find?q=akpan')).json().people).toEqual([]);
  expect(
    (await registrar.post(`/students/${foreign}`, { surname: 'X', firstName: 'Y', admissionNumber: 'Z' })).statusCode,
  ).toBe(404);
});

test('an institution is a filter: two tabs of a group administrator do not disturb each other', async () => {
  const group = await world.as('group');
  const { ilorin, offa } = world.school;
  const [one, other, both] = await Promise.all([
    group.page(`/students?institution_id=${ilorin.id}`),
    group.page(`/students?institution_id=${offa.id}`),
    group.page('/students'),
  ]);
  expect(names(one)).toContain('Ada Obi');
  expect(names(other)).toEqual(['Peace Akpan', 'Yakubu Ndako']);
  expect(names(both)).toHaveLength(14);
  expect(names(both)[0]).toBe('Kemi Adébáyọ̀');
});

test('a new student gets the next admission number; one that is taken is refused beside the field', async () => {
  const registrar = await world.as('registrar');
  const institutionId = world.school.ilorin.id;
  const created = await registrar.post('/students', {
    institutionId,
    surname: ' Okonkwo ',
    firstName: 'Obiageli',
    phone: '0803 123 4567',
  });
  expect(created.statusCode).toBe(303);
  const page = await registrar.page(created.headers.location!);
  expect(page.flash.message).toMatch(/^Obiageli Okonkwo was admitted as /);
  expect(page.props.student).toMatchObject({ surname: 'Okonkwo', phone: '+2348031234567', status: 'active' });
  const again = await registrar.post('/students', {
    institutionId,
    surname: 'A',
    firstName: 'B',
    admissionNumber: page.props.student.admissionNumber,
  });
  expect(again.statusCode).toBe(422);
  expect(again.json().errors.admissionNumber).toContain('already has admission number');
});

test('what cannot be right is refused with the field’s name and changes nothing', async () => {
  const registrar = await world.as('registrar');
  const refused = await registrar.post('/students', {
    institutionId: world.school.ilorin.id,
    surname: '',
    firstName: 'X',
    birthDate: '2031-02-30',
    phone: '12',
  });
  expect(refused.statusCode).toBe(422);
  expect(Object.keys(refused.json().errors).toSorted()).toEqual(['birthDate', 'phone', 'surname']);
  expect((await registrar.page('/students?q=x+x')).props.rows).toEqual([]);
});

test('an edit says what it was and is in the history', async () => {
  const registrar = await world.as('registrar');
  const id = world.school.ilorin.studentIds['Musa Garba'];
  const { student } = (await registrar.page(`/students/${id}`)).props;
  const fields = { surname: 'Garba', firstName: 'Musa', admissionNumber: student.admissionNumber, city: 'Ilorin' };
  const places = { countryId: 'NG', stateId: 'NG-LA' };
  expect((await registrar.post(`/students/${id}`, { ...fields, ...places })).statusCode).toBe(303);
  const principal = await world.as('principal');
  const { history } = (await principal.page(`/students/${id}/history`)).props;
  expect(history[0]).toMatchObject({ person: 'The registrar (registrar)' });
  expect(history[0].details.changes.city).toEqual({ from: student.city, to: 'Ilorin' });
  expect(history[0].details.changes.stateId).toEqual({ from: 'Kwara', to: 'Lagos' });
  expect((await registrar.page(`/students/${id}/history`)).props.history).toEqual(history);
  expect((await registrar.get('/audit')).statusCode).toBe(403);
  for (const role of ['teacher', 'bursar', 'guardian'])
    expect((await (await world.as(role)).get(`/students/${id}/history`)).statusCode).toBe(403);
});

test('statuses change along the allowed moves; former students free their seat in the batch', async () => {
  const registrar = await world.as('registrar');
  const id = world.school.ilorin.studentIds['Bala Danjuma'];
  expect(
    (await registrar.post(`/students/${id}/status`, { status: 'applicant', reason: 'x' })).json().errors.status,
  ).toContain('can’t become applicant');
  expect((await registrar.post(`/students/${id}/status`, { status: 'withdrawn' })).json().errors.reason).toBe(
    'The reason is required.',
  );
  expect(
    (await registrar.post(`/students/${id}/status`, { status: 'withdrawn', reason: 'Moved to Jos' })).statusCode,
  ).toBe(303);
  const { student, enrolments } = (await registrar.page(`/students/${id}/enrolments`)).props;
  expect(student).toMatchObject({ status: 'withdrawn', batchId: null });
  expect(enrolments[0]).toMatchObject({ batch: 'JSS 2 A', outcome: 'withdrawn' });
});

test('the bare address leads everyone to where the day begins', async () => {
  expect((await world.nobody().get('/')).headers.location).toBe('/sign-in');
  for (const role of ['registrar', 'teacher', 'hr_officer', 'guardian', 'applicant'])
    expect([role, (await (await world.as(role)).get('/')).headers.location]).toEqual([role, '/home']);
});

test('under a past session the list shows the batches of that session', async () => {
  const registrar = await world.as('registrar');
  const { sessionIds, id } = world.school.ilorin;
  const batchesIn = async (query: string) => {
    const { rows } = (await registrar.page(`/students?institution_id=${id}${query}`)).props;
    return new Map(
      (rows as { surname: string; firstName: string; batchName: string | null }[]).map((row) => [
        `${row.firstName} ${row.surname}`,
        row.batchName,
      ]),
    );
  };
  const past = await world.database.asSystem(
    [id],
    async (tx) =>
      (
        await tx.execute<{ name: string; then: string; now: string | null }>(sql`
        select s.first_name || ' ' || s.surname as name, b.name as then, s.batch_name as now from enrolments e
        join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id)
        join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
        where e.session_id = ${sessionIds.past}`)
      ).rows,
  );
  expect(past.some(({ then, now }) => then !== now)).toBe(true);
  const shown = await batchesIn(`&academic_session=${sessionIds.past}`);
  expect(shown).toEqual(new Map(past.map(({ name, then }) => [name, then])));
  const [first] = past;
  const found = await batchesIn(`&academic_session=${sessionIds.past}&q=${encodeURIComponent(first!.name)}`);
  expect(found.get(first!.name)).toBe(first!.then);
  expect((await batchesIn('')).get(first!.name)).toBe(first!.now);
});

test('3.3 the list is narrowed by state of origin, by days of admission and of birth', async () => {
  const registrar = await world.as('registrar');
  const { id } = world.school.ilorin;
  for (const [firstName, stateId, admissionDate, birthDate] of [
    ['Kemi', 'NG-OY', '2026-09-14', '2014-05-03'],
    ['Kola', 'NG-LA', '2026-10-02', '2012-01-31'],
  ])
    await registrar.post('/students', {
      institutionId: id,
      surname: 'Zubair',
      firstName,
      countryId: 'NG',
      stateId,
      admissionDate,
      birthDate,
    });
  const found = async (query: string) =>
    ((await registrar.page(`/students?q=zubair&${query}`)).props.rows as { firstName: string }[]).map(
      ({ firstName }) => firstName,
    );
  expect(await found('state=NG-OY')).toEqual(['Kemi']);
  expect(await found('admitted_from=2026-09-15')).toEqual(['Kola']);
  expect(await found('admitted_from=2026-09-14&admitted_to=2026-09-14')).toEqual(['Kemi']);
  expect(await found('born_from=2012-01-01&born_to=2012-12-31&state=')).toEqual(['Kola']);
  expect((await registrar.get('/students?born_from=2012-02-31')).statusCode).toBe(400);
  const { props } = await registrar.page('/students', { component: 'students/student-list', props: ['choices'] });
  expect(props.choices.states).toHaveLength(37);
  const file = await registrar.get('/students/export.csv?q=zubair&state=NG-OY');
  expect(file.body).toContain('Kemi');
  expect(file.body).not.toContain('Kola');
});

// The last one: its 5,010 students stay.
test('all students of a filter can be chosen, of every page and no other institution; more than 5,000 are refused', async () => {
  const registrar = await world.as('registrar');
  const { ilorin } = world.school;
  const insert = (count: number) =>
    world.database.asSystem([ilorin.id], (tx) =>
      tx.execute(sql`insert into students (institution_id, admission_number, surname, first_name, gender, status)
        select ${ilorin.id}, 'all/' || ${count} || '/' || n, 'Zubairu', 'Number ' || n, 'female', 'active'
        from generate_series(1, ${count}) n`),
    );
  await insert(60);
  const asked = { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };
  const { ids } = (await registrar.get('/students/ids?q=zubairu&gender=female', asked)).json<{ ids: number[] }>();
  expect(new Set(ids).size).toBe(60);
  const teacher = await world.as('teacher');
  expect((await teacher.get('/students/ids', asked)).statusCode).toBe(403);
  expect((await registrar.get('/students/ids?religion=Islam', asked)).statusCode).toBe(200);
  await insert(4950);
  const refused = await registrar.get('/students/ids?q=zubairu', asked);
  expect(refused.statusCode).toBe(422);
  expect(refused.json().message).toBe('Choose at most 5,000 students at once. Add a filter.');
});
