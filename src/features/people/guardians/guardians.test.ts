import { afterEach, beforeEach, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { guardians } from '#features/records/people/people.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeEach(async () => {
  world = await startSchool();
});
afterEach(() => world?.close());

const wholeForm = {
  title: 'Alhaja',
  surname: 'Ọláwọyin',
  firstName: 'Rukayat',
  middleName: 'Adùnní',
  gender: 'female',
  mobile: '0803 555 0101',
  phone: '',
  email: 'Rukayat@Example.com',
  occupation: 'Trader',
  employer: 'Own shop',
  nationalityId: 'NG',
  countryId: 'NG',
  stateId: 'NG-KW',
  lgaId: 'NG-KW-offa',
  city: 'Offa',
  community: 'Oke',
  address: '4 Ibolo Way',
  religion: 'islam',
  language: 'Yoruba',
};

const rowsOf = (page: { props: { rows: { surname: string }[] } }) => page.props.rows.map(({ surname }) => surname);

test('a guardian is added whole: words in the list’s spelling, the phone with its country, and the audit log knows', async () => {
  const registrar = await world.as('registrar');
  const { ilorin } = world.school;
  const made = await registrar.post('/guardians', { ...wholeForm, institutionId: ilorin.id });
  expect(made.statusCode).toBe(303);
  const { props } = await registrar.page(made.headers.location as string);
  expect(props.guardian).toMatchObject({
    title: 'Alhaja',
    surname: 'Ọláwọyin',
    mobile: '+2348035550101',
    email: 'rukayat@example.com',
    country: 'Nigeria',
    state: 'Kwara',
    lga: 'Offa',
    occupation: 'Trader',
  });
  expect(props.children).toEqual([]);
  expect((await registrar.page(`${made.headers.location}/restricted`)).props.religion).toEqual({ word: 'Islam' });
  const principal = await world.as('principal');
  const history = await principal.page(`/guardians/${props.guardian.id}/history`);
  expect(history.props.history.map((entry: { summary: string }) => entry.summary)).toEqual([
    'added the guardian Alhaja Rukayat Ọláwọyin',
  ]);
});

test('form errors are shown beside each field, and nobody is added', async () => {
  const registrar = await world.as('registrar');
  const sent = { ...wholeForm, institutionId: world.school.ilorin.id };
  const refused = await registrar.post('/guardians', { ...sent, surname: ' ', email: 'nobody', mobile: 'call me' });
  expect(refused.statusCode).toBe(422);
  expect(Object.keys(refused.json().errors)).toEqual(expect.arrayContaining(['surname', 'email', 'mobile']));
  const religion = await registrar.post('/guardians', { ...sent, religion: 'Jedi' });
  expect(religion.json().errors).toEqual({ religion: expect.stringContaining('isn’t in the school’s list') });
  expect(rowsOf(await registrar.page('/guardians'))).toEqual(['Bakare']);
});

test('a second record with the same name and phone needs confirmation once, then is added', async () => {
  const registrar = await world.as('registrar');
  const { ilorin } = world.school;
  const folake = { institutionId: ilorin.id, surname: 'FOLAKE', firstName: 'bakare' };
  const refused = await registrar.post('/guardians', { ...folake, phone: '0803 000 0001' });
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { confirm_alike: expect.stringMatching(/^Mrs Folake Bakare already exists with the same phone or/) },
  ]);
  expect((await registrar.post('/guardians', { ...folake, phone: '0803 000 0099' })).statusCode).toBe(303);
  const again = { ...folake, phone: '0803 000 0001', confirm_alike: 'true' };
  expect((await registrar.post('/guardians', again)).statusCode).toBe(303);
  expect(rowsOf(await registrar.page('/guardians'))).toHaveLength(3);
});

test('the short form on a student’s record warns about a duplicate too, and a double click adds one guardian', async () => {
  const registrar = await world.as('registrar');
  const { studentIds, id } = world.school.ilorin;
  const family = `/students/${studentIds['Ada Obi']}/guardians`;
  const short = { surname: 'Bakare', firstName: 'Folake', mobile: '08030000001', relation: 'Aunt' };
  expect(Object.keys((await registrar.post(family, short)).json().errors)).toEqual(['confirm_alike']);
  expect((await registrar.post(family, { ...short, confirm_alike: 'on' })).statusCode).toBe(303);
  const form = { institutionId: id, surname: 'Alabi', firstName: 'Bisi' };
  const answers = await Promise.all([1, 2, 3].map(() => registrar.post('/guardians', form)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422, 422]);
});

test('a school that does not exist is not found, whatever its number', async () => {
  const registrar = await world.as('registrar');
  const sent = { ...wholeForm, institutionId: '2348031234567', photo: '2348031234567' };
  expect((await registrar.post('/guardians', sent)).statusCode).toBe(404);
});

test('an edit writes down what was and what is, and leaves the rest', async () => {
  const registrar = await world.as('registrar');
  const { guardianIds } = await people();
  await registrar.post(`/guardians/${guardianIds['Bakare']}`, {
    title: 'Mrs',
    surname: 'Bakare',
    firstName: 'Folake',
    mobile: '+2348030000001',
    occupation: 'Nurse',
  });
  const { props } = await (await world.as('principal')).page(`/guardians/${guardianIds['Bakare']}/history`);
  expect(props.history[0]).toMatchObject({
    summary: 'changed one field of Mrs Folake Bakare',
    details: { changes: { occupation: { from: null, to: 'Nurse' } } },
  });
  await registrar.post(`/guardians/${guardianIds['Bakare']}`, {
    title: 'Mrs',
    surname: 'Bakare',
    firstName: 'Folake',
    mobile: '+2348030000001',
    occupation: 'Nurse',
    religion: 'Islam',
  });
  // The log is read by more people than see guardians.
  const log = await (await world.as('ict_administrator')).page(`/audit?subject=guardian:${guardianIds['Bakare']}`);
  expect(log.props.rows[0].details).toEqual({ changes: { religion: { from: 'not shown', to: 'not shown' } } });
});

test('a number that nobody could dial stays while it is not touched, and is refused once it is', async () => {
  const { ilorin } = world.school;
  await world.database.asSystem([ilorin.id], (tx) => tx.update(guardians).set({ mobile: '+2349200000001' }));
  const { guardianIds } = await people();
  const registrar = await world.as('registrar');
  const sent = { surname: 'Bakare', firstName: 'Folake', occupation: 'Nurse' };
  const at = `/guardians/${guardianIds['Bakare']}`;
  expect((await registrar.post(at, { ...sent, mobile: '+2349200000001' })).statusCode).toBe(303);
  const { errors } = (
    await registrar.post(at, { ...sent, mobile: '+2349200000002', religion: 'Alchemy', nationalityId: 'XX' })
  ).json();
  expect(Object.keys(errors).toSorted()).toEqual(['mobile', 'nationalityId', 'religion']);
});

test('a search finds by name without accents, by a number as dialled, and by e-mail', async () => {
  const registrar = await world.as('registrar');
  await registrar.post('/guardians', { ...wholeForm, institutionId: world.school.ilorin.id });
  for (const q of ['olawoyin', 'ADUNNI', '0803 555 0101', '08035550', '5550101', 'rukayat@', 'ola ruk'])
    expect([q, rowsOf(await registrar.page(`/guardians?q=${encodeURIComponent(q)}`))]).toEqual([q, ['Ọláwọyin']]);
  expect(rowsOf(await registrar.page('/guardians?q=nobody'))).toEqual([]);
  // A stray sign of LIKE is a letter like any other.
  expect(rowsOf(await registrar.page('/guardians?q=%25%25%25'))).toEqual([]);
});

test('filters: with and without account, who pays fees, in one institution', async () => {
  const registrar = await world.as('registrar');
  await registrar.post('/guardians', { ...wholeForm, institutionId: world.school.ilorin.id });
  expect(rowsOf(await registrar.page('/guardians?sign_in=with'))).toEqual(['Bakare']);
  expect(rowsOf(await registrar.page('/guardians?sign_in=without'))).toEqual(['Ọláwọyin']);
  expect(rowsOf(await registrar.page('/guardians?pays_fees=yes'))).toEqual(['Bakare']);
  expect(rowsOf(await registrar.page('/guardians?pays_fees=no'))).toEqual(['Ọláwọyin']);
  const group = await world.as('group');
  expect(rowsOf(await group.page('/guardians'))).toEqual(['Bakare', 'Ndako', 'Ọláwọyin']);
  expect(rowsOf(await group.page(`/guardians?institution_id=${world.school.offa.id}`))).toEqual(['Ndako']);
  expect((await registrar.get('/guardians?sign_in=perhaps')).statusCode).toBe(400);
});

test('paging through a long list shows everyone once, searched or not, ascending or descending', async () => {
  const { id } = world.school.ilorin;
  await world.database.asSystem([id], (tx) =>
    tx.execute(sql`insert into guardians (institution_id, surname, first_name)
      select ${id}, 'Adeyemi', 'Parent ' || n from generate_series(1, 120) n`),
  );
  const registrar = await world.as('registrar');
  for (const query of ['', '&q=adeyemi', '&q=eyem', '&sort=-name', '&q=adeyemi&sort=-name', '&q=parent']) {
    const seen: number[] = [];
    for (let next: string | null = `/guardians?${query.slice(1)}`; next;) {
      const { props } = await registrar.page(next);
      seen.push(...props.rows.map((row: { id: number }) => row.id));
      next = props.next;
    }
    expect([query, new Set(seen).size, seen.length]).toEqual([
      query,
      query.includes('q=') ? 120 : 121,
      query.includes('q=') ? 120 : 121,
    ]);
  }
  const { props } = await registrar.page('/guardians', { component: 'guardians/guardian-list', props: ['total'] });
  expect(props.total).toBe(121);
  expect((await registrar.get('/guardians?after=nonsense')).statusCode).toBe(422);
});

test('people whose surname matches come before other matches, after a change of surname too', async () => {
  const { ilorin } = world.school;
  const registrar = await world.as('registrar');
  const adding = { ...wholeForm, institutionId: ilorin.id, mobile: '', email: '' };
  const ids: string[] = [];
  for (const [surname, firstName] of [
    ['Abiola', 'Oyeladun'],
    ['Coker', 'Kemi'],
    ['Oyelade', 'Bisi'],
  ]) {
    const made = await registrar.post('/guardians', { ...adding, surname, firstName });
    ids.push((made.headers.location as string).split('/').pop()!);
  }
  expect(rowsOf(await registrar.page('/guardians?q=yela'))).toEqual(['Oyelade', 'Abiola']);
  const renamed = await registrar.post(`/guardians/${ids[1]}`, { ...adding, surname: 'Ayelara', firstName: 'Kemi' });
  expect(renamed.statusCode).toBe(303);
  expect(rowsOf(await registrar.page('/guardians?q=yela'))).toEqual(['Ayelara', 'Oyelade', 'Abiola']);
  expect(rowsOf(await registrar.page('/guardians?q=yela&sort=-name'))).toEqual(['Oyelade', 'Ayelara', 'Abiola']);
});

test('alike: the same phone comes first, then the same name; one’s own record is not like itself', async () => {
  const registrar = await world.as('registrar');
  const { id } = world.school.ilorin;
  await registrar.post('/guardians', { ...wholeForm, institutionId: id, surname: 'Bakare', firstName: 'Folake' });
  const ask = async (query: Record<string, string>) =>
    (await registrar.get(`/guardians/alike?${new URLSearchParams({ institution_id: String(id), ...query })}`)).json()
      .people;
  const { guardianIds } = await people();
  expect(await ask({ phone: '08035550101' })).toMatchObject([{ name: 'Alhaja Folake Bakare', hasSamePhone: true }]);
  expect(await ask({ surname: 'BAKARE', first_name: 'folake' })).toHaveLength(2);
  expect(await ask({ surname: 'Bakare', first_name: 'Folake', phone: '08035550101' })).toMatchObject([
    { hasSamePhone: true },
    { hasSamePhone: false },
  ]);
  const mine = { surname: 'Bakare', first_name: 'Folake', except: String(guardianIds['Bakare']) };
  expect(await ask(mine)).toHaveLength(1);
  expect(await ask({ surname: 'Bak' })).toEqual([]);
});

test('a teacher sees only the guardians of their own students; users without permission see none', async () => {
  const registrar = await world.as('registrar');
  const { ilorin } = world.school;
  const { guardianIds } = await people();
  const teacher = await world.as('teacher');
  expect(rowsOf(await teacher.page('/guardians'))).toEqual([]);
  expect((await teacher.get(`/guardians/${guardianIds['Bakare']}`)).statusCode).toBe(404);
  // The teacher's own: Ngozi sits in JSS 1 B.
  await registrar.post(`/students/${ilorin.studentIds['Ngozi Okafor']}/guardians`, {
    guardianId: guardianIds['Bakare'],
    relation: 'Aunt',
  });
  const { props } = await teacher.page('/guardians');
  expect(props.rows).toMatchObject([{ surname: 'Bakare', children: 1 }]);
  const record = await teacher.page(`/guardians/${guardianIds['Bakare']}/children`);
  expect(record.props.children.map((row: { firstName: string }) => row.firstName)).toEqual(['Ngozi']);
  expect(record.props.signIn).toBeUndefined();
  expect(record.props.can).toMatchObject({ edit: false, invite: false });
  expect((await (await world.as('hr_officer')).get('/guardians')).statusCode).toBe(403);
});

test('users with access to both institutions see where else a person is a guardian', async () => {
  const { offa } = world.school;
  const { guardianIds } = await people();
  await world.database.asSystem([offa.id], (tx) => tx.update(guardians).set({ mobile: '+2348030000001' }));
  const group = await world.as('group');
  const { props } = await group.page(`/guardians/${guardianIds['Bakare']}`);
  expect(props.alsoAt).toMatchObject([{ institution: 'Offa College' }]);
  const registrar = await world.as('registrar');
  expect((await registrar.page(`/guardians/${guardianIds['Bakare']}`)).props.alsoAt).toEqual([]);
});

test('a guardian’s religion has its own tab, every view is logged, and users without access do not see it', async () => {
  const registrar = await world.as('registrar');
  const { ilorin } = world.school;
  const made = await registrar.post('/guardians', { ...wholeForm, institutionId: ilorin.id });
  const at = String(made.headers.location);
  const noted = async () => {
    const { rows } = await world.database.asSystem([ilorin.id], (tx) =>
      tx.execute(sql`select person, field_group, place from read_log where entity = 'guardian' order by id`),
    );
    return rows.map((row) => Object.values(row).join(', '));
  };
  expect(JSON.stringify((await registrar.page(at)).props)).not.toContain('Islam');
  expect(await noted()).toEqual([]);
  await registrar.page(`${at}/restricted`);
  await registrar.page(`${at}/edit`);
  expect(await noted()).toEqual(['The registrar, religion, record', 'The registrar, religion, form']);

  const owner = await world.as('owner');
  const role = `/roles/${ilorin.roleIds.registrar}`;
  const { name, permissions } = (await owner.page(role)).props.role;
  const less = permissions.filter((one: string) => one !== 'students.viewReligion' && one !== 'students.viewPrivate');
  await owner.post(role, { name, permissions: less.filter((one: string) => one !== 'students.viewHealth') });
  expect((await registrar.get(`${at}/restricted`)).statusCode).toBe(403);
  const form = await registrar.page(`${at}/edit`);
  expect(form.props).toMatchObject({ groups: ['general'], guardian: { surname: 'Ọláwọyin', religion: null } });
  await registrar.post(at, { ...wholeForm, religion: 'Other', occupation: 'Baker' });
  const file = (await registrar.get('/guardians/export.csv')).body;
  expect([file.includes('Baker'), file.includes('Religion'), file.includes('Islam')]).toEqual([true, false, false]);
  expect((await registrar.get('/guardians/export.csv?columns=religion')).statusCode).toBe(403);
  expect((await registrar.page(at)).props.can.restricted).toBe(false);
  // What the form did not show has stayed.
  expect((await owner.page(`${at}/restricted`)).props.religion).toEqual({ word: 'Islam' });
  expect((await owner.get('/guardians/export.csv?columns=religion')).body).toContain('Islam');
});

test('two records of one guardian are compared without religion for users without access', async () => {
  const owner = await world.as('owner');
  const { ilorin } = world.school;
  const two: string[] = [];
  for (const religion of ['Islam', 'Christianity'])
    two.push(
      String(
        (await owner.post('/guardians', { ...wholeForm, religion, institutionId: ilorin.id, confirm_alike: 'on' }))
          .headers.location,
      ),
    );
  const compare = `${two[0]}/merge?with=${two[1]!.split('/').at(-1)}`;
  const fields = async () => (await owner.page(compare)).props;
  expect(JSON.stringify(await fields())).toContain('Christianity');
  await world.database.asSystem([ilorin.id], (tx) =>
    tx.execute(sql`update roles set permissions = '{guardians.view,guardians.edit,people.merge}' where key = 'bursar'`),
  );
  const { props } = await (await world.as('bursar')).page(compare);
  expect(JSON.stringify(props)).not.toMatch(/Islam|Christianity/);
  expect(props.unseenCount).toBe(1);
});

async function people() {
  const { ilorin } = world.school;
  const rows = await world.database.asSystem([ilorin.id], (tx) =>
    tx.select({ id: guardians.id, surname: guardians.surname }).from(guardians).orderBy(guardians.id),
  );
  return {
    guardianIds: Object.fromEntries(rows.map(({ id, surname }) => [surname, id]).reverse()) as Record<string, number>,
  };
}

test('users with access to both institutions find one person once, with all children, page by page, counted once', async () => {
  const { ilorin, offa } = world.school;
  const { guardianIds } = await people();
  const bakare = guardianIds['Bakare']!;
  const group = await world.as('group');
  const alone = (await group.page('/guardians?q=bakare')).props.rows[0];
  expect(alone).toMatchObject({ id: bakare, alsoAt: [] });
  const [pupil] = await world.database.asSystem([offa.id], (tx) =>
    tx
      .insert(students)
      .values({ institutionId: offa.id, admissionNumber: 'O/1', surname: alone.surname, firstName: 'Tayo' })
      .returning({ id: students.id }),
  );
  await world.database.asSystem([ilorin.id, offa.id], async (tx) => {
    await tx.update(guardians).set({ mobile: '+2348030000001' }).where(eq(guardians.id, bakare));
    await tx.execute(sql`insert into guardians (institution_id, surname, first_name, middle_name, mobile, phone, email)
      select ${offa.id}, surname, first_name, middle_name, mobile, '+2348055555555', 'only@offa.example'
      from guardians where id = ${bakare}`);
    await tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id)
      select ${offa.id}, ${pupil!.id}, id from guardians where institution_id = ${offa.id} and surname = ${alone.surname}`);
  });
  const { props } = await group.page('/guardians?q=bakare');
  expect(props.rows).toMatchObject([{ id: bakare, alsoAt: [offa.id], children: alone.children + 1 }]);
  // What only the other record has finds it all the same.
  for (const q of ['only@offa.example', '08055555555'])
    expect((await group.page(`/guardians?q=${q}`)).props.rows, q).toMatchObject([
      { institutionId: offa.id, alsoAt: [ilorin.id], children: alone.children + 1 },
    ]);
  const counted = { component: 'guardians/guardian-list', props: ['total'] };
  expect((await group.page('/guardians?q=bakare', counted)).props.total).toBe(1);
  expect((await group.page(`/guardians?q=bakare&institution_id=${offa.id}`)).props.rows).toMatchObject([
    { institutionId: offa.id, alsoAt: [], children: 1 },
  ]);
  // Who sees one of the institutions is told nothing of the other.
  const registrar = await world.as('registrar');
  expect((await registrar.page('/guardians?q=bakare')).props.rows).toEqual([{ ...alone, phone: '+2348030000001' }]);

  // A namesake with another number, and a number that two share, are two people.
  await world.database.asSystem([ilorin.id, offa.id], (tx) =>
    tx.execute(sql`insert into guardians (institution_id, surname, first_name, middle_name, mobile)
      select ${offa.id}::int, surname, first_name, middle_name, '+2348030000002' from guardians where id = ${bakare}
      union all select ${offa.id}::int, surname, 'Someone', null, '+2348030000001' from guardians where id = ${bakare}`),
  );
  expect((await group.page('/guardians?q=bakare')).props.rows).toHaveLength(3);

  await world.database.asSystem([ilorin.id, offa.id], (tx) =>
    tx.execute(sql`insert into guardians (institution_id, surname, first_name, mobile)
      select i, 'Olatunji', 'Parent ' || n, '+23480900' || lpad(n::text, 5, '0')
      from unnest(array[${offa.id}, ${ilorin.id}]::int[]) i, generate_series(1, 110) n`),
  );
  for (const query of ['q=olatunji', 'q=olatunji&sort=-name', 'q=parent', 'q=latu parent']) {
    const seen: string[] = [];
    for (let next: string | null = `/guardians?${query}`; next;) {
      const page = await group.page(next);
      seen.push(...page.props.rows.map((row: { firstName: string }) => row.firstName));
      next = page.props.next;
    }
    expect([query, seen.length, new Set(seen).size]).toEqual([query, 110, 110]);
  }
  expect((await group.page('/guardians?q=olatunji', counted)).props.total).toBe(110);
});
