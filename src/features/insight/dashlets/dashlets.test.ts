import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filtersOf, associates, models } from './custom/data-offer.ts';
import { bursary } from '#test/harness/books.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { upload } from '#test/harness/uploads.ts';
import { setRoleBoard } from './boards/set-role-board.ts';
import type { ShownDashlet } from './dashlets.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
});
afterAll(() => world.close());

const custom = {
  kind: 'custom_dashlet',
  name: 'Students here',
  size: 'small',
  model_name: 'Batch',
  model_record: 'all',
  model_associate_type: 'Student',
  data_filter: 'all',
  shown_as: 'figure',
  split_by: '',
};
const asking = (more: object) =>
  new URLSearchParams(
    Object.entries({ ...custom, institution_id: ilorin, ...more }).map(([key, one]) => [key, String(one)]),
  );
const previewOf = async (browser: Browser, more: object = {}) => {
  const answer = await browser.get(`/dashlets/preview?${asking(more)}`, { accept: 'application/json' });
  return { status: answer.statusCode, ...answer.json() };
};
const dashletsOf = async (browser: Browser, address = '/dashlets'): Promise<ShownDashlet[]> =>
  (await browser.page(address)).props.dashlets;
const add = (browser: Browser, more: object = {}) =>
  browser.post('/dashlets', { ...custom, institution_id: ilorin, ...more });

test('7.9 a model answers with its records that the user can see, "all" first, and a search narrows them', async () => {
  const registrar = await world.as('registrar');
  const asked = (query: string) => registrar.get(`/dashlets/get_model_records?${query}`).then((one) => one.json());
  const batches = await asked('model_name=Batch');
  expect(batches.choices.map(({ label }: { label: string }) => label)).toEqual(
    expect.arrayContaining(['All class arms', 'JSS 1 A', 'JSS 1 B', 'JSS 2 A']),
  );
  const found = await asked('model_name=Student&q=Okafor');
  expect(found.choices.map(({ label }: { label: string }) => label)).toEqual(['Okafor, Ngozi']);
  expect(JSON.stringify(await asked('model_name=Student'))).not.toContain('Ndako');
  const teacher = await world.as('teacher');
  const own = (await teacher.get('/dashlets/get_model_records?model_name=Student')).json();
  expect(JSON.stringify(own)).not.toContain('Obi, Ada');
  expect((await teacher.get('/dashlets/get_model_records?model_name=Pin')).json()).toEqual({
    choices: [],
    isMore: false,
  });
});

test('5.1 7.9 7.10 the placeholder, names of other things and SQL look nothing up', async () => {
  const registrar = await world.as('registrar');
  for (const name of ['', 'Please Select', 'constructor', '__proto__', 'students; drop table students', 'Account']) {
    const records = await registrar.get(`/dashlets/get_model_records?model_name=${encodeURIComponent(name)}`);
    const filters = await registrar.get(
      `/dashlets/get_associated_data_filters?model_associate_type=${encodeURIComponent(name)}`,
    );
    expect([records.statusCode, filters.statusCode], name).toEqual([422, 422]);
  }
});

test('7.10 an associate type answers with its data filters: gender, status and periods where it has them', async () => {
  const registrar = await world.as('registrar');
  const { filters, shapes, splits } = (
    await registrar.get('/dashlets/get_associated_data_filters?model_associate_type=Student')
  ).json();
  const values = filters.map(({ value }: { value: string }) => value);
  expect(values).toEqual(
    expect.arrayContaining(['all', 'gender:female', 'status:active', 'period:today', 'period:session']),
  );
  expect(JSON.stringify(filters)).not.toMatch(/religion|blood|genotype/i);
  expect(shapes).toHaveLength(6);
  expect(splits.map(({ value }: { value: string }) => value)).toEqual([
    'gender',
    'status',
    'batch',
    'religion',
    'blood_group',
  ]);
  const courses = (await registrar.get('/dashlets/get_associated_data_filters?model_associate_type=Course')).json();
  expect(courses.filters.map(({ value }: { value: string }) => value)).toEqual([
    'all',
    'status:staffed',
    'status:unstaffed',
  ]);
  const cashier = await world.as('cashier');
  expect((await cashier.get('/dashlets/get_associated_data_filters?model_associate_type=Invoice')).statusCode).toBe(
    422,
  );
});

test('3.11 custom_dashlet as model_associate_type counts what hangs on the model', async () => {
  const registrar = await world.as('registrar');
  const offered = async (query: string) =>
    (await registrar.get(`/dashlets/get_associated_data_filters?${query}`)).json() as { filters: object[] };
  const custom = 'model_associate_type=custom_dashlet';
  expect(await offered(`${custom}&model_name=Employee`)).toEqual(await offered('model_associate_type=Employee'));
  expect(await offered(custom)).toEqual(await offered('model_associate_type=Student'));
  const added = await add(registrar, { name: 'By its kind', model_associate_type: 'custom_dashlet' });
  expect(added.statusCode).toBe(303);
  expect((await dashletsOf(registrar)).at(-1)).toMatchObject({ label: 'By its kind', loaded: { state: 'shown' } });
});

test('2.9 a custom dashlet is added and then counts real rows, with a link to them', async () => {
  const registrar = await world.as('registrar');
  const { 'JSS 1 A': batch } = world.school.ilorin.batchIds;
  const added = await add(registrar, { model_record: batch, name: 'JSS 1 A', data_filter: 'status:active' });
  expect(added.statusCode).toBe(303);
  const shown = (await dashletsOf(registrar)).at(-1)!;
  expect(shown).toMatchObject({
    kind: 'custom_dashlet',
    label: 'JSS 1 A',
    size: 'small',
    loaded: { state: 'shown', view: { as: 'figure', value: 2, href: `/students?batch=${batch}&status=active` } },
  });
  const [entry] = await world.database.asSystem(
    [ilorin],
    async (tx) =>
      (await tx.execute(sql`select summary from audit_entries where action = 'dashlets.add' order by id desc limit 1`))
        .rows,
  );
  expect(entry).toEqual({ summary: 'added a card to their own cards' });
});

test('a dashlet counts what its viewer can see: a teacher own students, a registrar all', async () => {
  const [registrar, teacher, employee] = await Promise.all(
    ['registrar', 'teacher', 'employee'].map((who) => world.as(who as 'teacher')),
  );
  const all = await previewOf(registrar!, { data_filter: 'status:active' });
  const own = await previewOf(teacher!, { data_filter: 'status:active' });
  expect(all.view.value).toBe(6);
  expect(own.view.value).toBeGreaterThan(0);
  expect(own.view.value).toBeLessThan(6);
  expect((await previewOf(employee!)).status).toBe(403);
  const names = (await previewOf(teacher!, { shown_as: 'list' })).view.points.map(
    ({ label }: { label: string }) => label,
  );
  expect(names).not.toContain('Obi, Ada');
});

test('a figure equals the rows that it opens, for every combination of the registry with a list', async () => {
  const owner = await world.as('owner');
  const opened: string[] = [];
  for (const [model_name, { associates: names }] of Object.entries(models))
    for (const model_associate_type of names)
      for (const { value } of filtersOf(associates[model_associate_type]!)) {
        const asked = { model_name, model_record: 'all', model_associate_type, data_filter: value };
        const { view } = await previewOf(owner, { ...asked, shown_as: 'figure' });
        if (!view?.href) continue;
        const { rows, isMore } = (await owner.page(view.href)).props;
        // Some lists send their rows after the page.
        if (isMore || !Array.isArray(rows)) continue;
        expect(rows, view.href).toHaveLength(view.value);
        opened.push(view.href);
      }
  expect(opened.filter((href) => href.startsWith('/students?batch=any')).length).toBeGreaterThan(2);
});

test('a class arm of an earlier session has its session in its name and counts who was enrolled there', async () => {
  const registrar = await world.as('registrar');
  const found = (await registrar.get('/dashlets/get_model_records?model_name=Batch&q=JSS+1+A')).json() as {
    choices: { value: string; label: string }[];
  };
  const { past } = world.school.ilorin.sessionIds;
  const { rows } = (await registrar.page(`/batches?academic_session=${past}`)).props as {
    rows: { id: number; name: string; session: string }[];
  };
  const arm = rows.find(({ name }) => name === 'JSS 1 A')!;
  const labels = new Map(found.choices.map(({ value, label }) => [value, label]));
  expect(labels.get(String(arm.id))).toMatch(/^JSS 1 A, \d{4}\/\d{4}$/);
  expect(labels.get(String(world.school.ilorin.batchIds['JSS 1 A']))).toBe('JSS 1 A');
  const asked = { model_name: 'Batch', model_record: String(arm.id), model_associate_type: 'Student' };
  const { view } = await previewOf(registrar, { ...asked, shown_as: 'figure' });
  expect(view).toMatchObject({ value: 4, href: `/batches/${arm.id}` });
  expect((await registrar.get(`/batches/${arm.id}/students`)).json().rows).toHaveLength(4);
});

test('every combination of the registry is drawn in every way that it offers', async () => {
  const owner = await world.as('owner');
  const { models } = (await owner.page('/dashlets/new')).props;
  let drawn = 0;
  for (const { value: model_name, associates } of models) {
    const { choices } = (await owner.get(`/dashlets/get_model_records?model_name=${model_name}`)).json();
    for (const { value: model_associate_type } of associates) {
      const offer = (
        await owner.get(`/dashlets/get_associated_data_filters?model_associate_type=${model_associate_type}`)
      ).json();
      const records = [choices[0].value, ...choices.slice(1, 2).map(({ value }: { value: string }) => value)];
      for (const model_record of records) {
        const asked = { model_name, model_record, model_associate_type };
        const ways = [
          ...offer.filters.map(({ value }: { value: string }) => ({ data_filter: value })),
          ...offer.shapes.map(({ value }: { value: string }) => ({ shown_as: value })),
          ...offer.splits.map(({ value }: { value: string }) => ({ shown_as: 'donut', split_by: value })),
          { shown_as: 'line', data_filter: 'period:term' },
        ].filter(
          (way) => way.shown_as !== 'line' || offer.shapes.some(({ value }: { value: string }) => value === 'line'),
        );
        for (const way of ways) {
          const { status, state } = await previewOf(owner, { ...asked, ...way });
          expect([status, state], JSON.stringify({ ...asked, ...way })).toEqual([200, 'shown']);
          drawn += 1;
        }
      }
    }
  }
  expect(drawn).toBeGreaterThan(200);
});

test('a cashier counts own payments and no debts of others', async () => {
  const { 'Ada Obi': ada, 'Tunde Bakare': tunde } = world.school.ilorin.studentIds;
  const desk = bursary(world.database, ilorin);
  await desk.bill(ada, ['2026-09-14', 45_000_00]);
  await desk.bill(tunde, ['2026-09-14', 5_000_00]);
  const [bursar, cashier] = await Promise.all([world.as('bursar'), world.as('cashier')]);
  const debts = { model_name: 'Student', model_associate_type: 'Invoice', data_filter: 'status:open' };
  expect((await previewOf(bursar, debts)).view).toMatchObject({ value: 2, hint: '₦50,000.00 in total' });
  const refused = await previewOf(cashier, debts);
  expect([refused.status, JSON.stringify(refused)]).toEqual([422, expect.not.stringContaining('50,000')]);
  const kinds = (await cashier.page('/dashlets/new')).props.kinds.map(({ value }: { value: string }) => value);
  expect(kinds).toContain('payments.today');
  expect(kinds).not.toContain('fees.outstanding');
  expect((await previewOf(cashier, { kind: 'fees.outstanding' })).state).toBe('no access');
  const ages = await previewOf(bursar, { kind: 'fees.outstanding' });
  expect(ages.view.points.reduce((all: number, { value }: { value: number }) => all + value, 0)).toBe(50_000_00);
});

test('a record that is gone or foreign is refused, and later said in words without its name', async () => {
  const registrar = await world.as('registrar');
  const foreign = world.school.offa.studentIds['Yakubu Ndako'];
  const aim = { model_name: 'Student', model_associate_type: 'Student' };
  const refused = await add(registrar, { ...aim, model_record: foreign, name: 'A foreign student' });
  expect(refused.statusCode).toBe(422);
  const preview = await previewOf(registrar, { ...aim, model_record: foreign });
  expect(preview).toMatchObject({ status: 200, state: 'gone' });
  expect(JSON.stringify(preview)).not.toContain('Ndako');
  const { 'Efe Omoregie': efe } = world.school.ilorin.studentIds;
  expect((await add(registrar, { ...aim, model_record: efe, name: 'One student' })).statusCode).toBe(303);
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`update dashlets set model_record = 999999 where model_record = ${efe}`),
  );
  const [gone] = (await dashletsOf(registrar)).filter(({ label }) => label === 'One student');
  expect(gone!.loaded).toEqual({
    state: 'gone',
    message: 'The records of this card no longer exist, or you don’t have access.',
  });
});

test('a dashlet whose statement fails says so, and the others are shown', async () => {
  const registrar = await world.as('registrar');
  const first = world.app.product.dashlets[0] as { key: string; load: unknown };
  const { load } = first;
  first.load = (db: { execute: (query: unknown) => unknown }) => db.execute(sql`select 1 / 0`);
  try {
    const shown = await dashletsOf(registrar);
    const states = new Set(shown.map(({ loaded }) => loaded.state));
    expect(shown.find(({ kind }) => kind === first.key)!.loaded.state).toBe('failed');
    expect(states).toContain('shown');
  } finally {
    first.load = load;
  }
});

test('4.14 what belongs to a custom dashlet is ignored for a ready-made one', async () => {
  const principal = await world.as('principal');
  expect((await add(principal, { kind: 'students.seats', name: '' })).statusCode).toBe(303);
  expect((await dashletsOf(principal)).at(-1)).toMatchObject({
    kind: 'students.seats',
    custom: null,
    label: 'Seats taken',
  });
  for (const [wrong, field] of [
    [{ kind: 'nothing' }, 'kind'],
    [{ kind: '' }, 'kind'],
    [{ model_name: 'Please Select' }, 'model_name'],
    [{ model_name: 'Fee', model_associate_type: 'Student' }, 'model_associate_type'],
    [{ model_record: 'Please Select' }, 'model_record'],
    [{ data_filter: 'religion:Islam' }, 'data_filter'],
    [{ data_filter: "gender:female' or true" }, 'data_filter'],
    [{ model_associate_type: 'Course', shown_as: 'line' }, 'shown_as'],
    [{ shown_as: 'bars', split_by: 'genotype' }, 'split_by'],
    [{ name: ' ' }, 'name'],
  ] as const) {
    const answer = await add(principal, wrong);
    expect([answer.statusCode, Object.keys(answer.json().errors)], JSON.stringify(wrong)).toEqual([422, [field]]);
  }
});

test('dashlets are sorted, resized, removed and put back by their owner alone', async () => {
  const hr = await world.as('hr_officer');
  const owner = { institution_id: ilorin, role_id: null };
  await hr.post('/dashlets/arrange', owner);
  const before = await dashletsOf(hr, '/dashlets/arrange');
  const ids = before.map(({ id }) => id!);
  expect(ids.length).toBeGreaterThan(1);
  expect((await hr.post('/dashlets/order', { ...owner, ids: ids.toReversed() })).statusCode).toBe(200);
  expect((await dashletsOf(hr)).map(({ id }) => id)).toEqual(ids.toReversed());
  const [first] = ids;
  expect((await hr.post(`/dashlets/${first}/size`, { size: 'wide' })).statusCode).toBe(303);
  expect((await dashletsOf(hr)).find(({ id }) => id === first)!.size).toBe('wide');
  expect((await hr.post(`/dashlets/${first}/remove`, {})).statusCode).toBe(303);
  expect((await dashletsOf(hr)).some(({ id }) => id === first)).toBe(false);
  expect((await hr.post(`/dashlets/${first}/restore`, {})).statusCode).toBe(303);
  expect((await dashletsOf(hr)).some(({ id }) => id === first)).toBe(true);
  const principal = await world.as('principal');
  expect((await principal.post(`/dashlets/${first}/remove`, {})).statusCode).toBe(404);
  await hr.post('/dashlets/reset', owner);
  expect((await hr.page('/dashlets')).props.isArranged).toBe(false);
});

test('the arrangement of a role is what its members see until they arrange their own', async () => {
  const principal = await world.as('principal');
  const { teacher: role, registrar: registrars } = world.school.ilorin.roleIds;
  const ofRole = { institution_id: ilorin, role_id: role };
  await add(principal, { ...ofRole, name: 'For teachers' });
  const teacher = await world.as('teacher');
  const seen = (await dashletsOf(teacher)).find(({ label }) => label === 'For teachers')!;
  // Only one's own can be moved and removed.
  expect((await teacher.page('/dashlets/arrange')).props).toMatchObject({ isArranged: false, dashlets: [] });
  expect(seen.loaded).toMatchObject({ state: 'shown' });
  const whole = (await previewOf(principal)).view.value;
  expect((seen.loaded as { view: { value: number } }).view.value).toBeLessThan(whole);
  // A registrar may arrange their own, not a role's.
  const registrar = await world.as('registrar');
  expect((await add(registrar, { institution_id: ilorin, role_id: registrars, name: 'X' })).statusCode).toBe(403);
  expect((await registrar.get(`/dashlets?role=${role}`)).statusCode).toBe(403);
  expect((await principal.get(`/dashlets?role=${world.school.offa.roleIds.teacher}`)).statusCode).toBe(404);
  expect((await (await world.as('guardian')).get('/dashlets')).statusCode).toBe(403);
});

test('a role is given its dashlets by the demonstration, and unknown names are refused', async () => {
  const set = (items: Parameters<typeof setRoleBoard>[3], role = 'cashier') =>
    world.database.asSystem([ilorin], (tx) => setRoleBoard(tx, ilorin, role, items));
  const took = { model_name: 'PaymentRecord', model_record: null, model_associate_type: 'PaymentRecord' };
  const ofWeek = { ...took, data_filter: 'period:week', shown_as: 'bars', split_by: 'channel' } as const;
  await set([{ kind: 'payments.month', size: 'small' }]);
  await set([
    { kind: 'payments.today', size: 'wide' },
    { kind: 'custom_dashlet', size: 'small', name: 'My channels', custom: ofWeek },
  ]);
  const cashier = await world.as('cashier');
  expect((await dashletsOf(cashier)).map(({ label, size, loaded }) => [label, size, loaded.state])).toEqual([
    ['Fees collected today', 'wide', 'shown'],
    ['My channels', 'small', 'shown'],
  ]);
  const wrong = {
    kind: 'custom_dashlet',
    size: 'small',
    name: 'X',
    custom: { ...ofWeek, split_by: 'nothing' },
  } as const;
  await expect(set([wrong])).rejects.toThrow('X counts nothing');
  await expect(set([], 'nobody')).rejects.toThrow('no role nobody');
});

test('groups for which there is no room are counted as one, so that the parts are the whole', async () => {
  const owner = await world.as('owner');
  const shown = { model_name: 'Employee', model_associate_type: 'Employee', split_by: 'job_title', shown_as: 'donut' };
  const all = (await previewOf(owner, { ...shown, shown_as: 'figure', split_by: '' })).view.value;
  const { points } = (await previewOf(owner, shown)).view;
  expect(points.map(({ value }: { value: number }) => value)).toEqual([1, 1, 1, 1, 1, all - 5]);
  expect(points.at(-1).label).toBe(`${all - 5} others`);
});

test('unsaved forms and imports in progress are shown to who began them', async () => {
  const [registrar, owner] = await Promise.all([world.as('registrar'), world.as('owner')]);
  const viewsOf = async (browser: Browser) =>
    Promise.all(
      ['people.drafts', 'imports.own'].map(async (kind) => {
        const { state, view, message } = await previewOf(browser, { kind });
        return state === 'shown' ? view.points : message;
      }),
    );
  const none = ['You have no unsaved forms.', 'You have no imports in progress.'];
  expect(await viewsOf(registrar)).toEqual(none);
  const { 'Ada Obi': ada } = world.school.ilorin.studentIds;
  const names = [
    ['surname', 'Alabi'],
    ['firstName', 'Bisi'],
  ];
  for (const [form, entries] of [
    ['student:new', names],
    [`student:${ada}`, []],
  ] as const)
    await registrar.post('/drafts', { form, institutionId: ilorin, entries });
  const content = Buffer.from('Surname,First name\nNew,One\nNew,Two\n');
  const fields = { institutionId: String(ilorin) };
  const { headers } = await upload(registrar, '/imports', {
    field: 'file',
    content,
    fields,
    fileName: 'new.csv',
  });
  const [drafts, imports] = await viewsOf(registrar);
  expect(drafts).toMatchObject([
    { label: 'Without a name', hint: 'Changes to a student', href: `/students/${ada}/edit` },
    { label: 'Alabi, Bisi', hint: 'New student', href: `/students/new?institution_id=${ilorin}` },
  ]);
  expect(imports).toMatchObject([
    { label: 'new.csv', shown: 'Uploaded', hint: '2 rows', href: new URL(headers.location!, 'http://a').pathname },
  ]);
  expect(await viewsOf(owner)).toEqual(none);
});

test('restricted values are counted for those who see them, and small groups have no number', async () => {
  const [registrar, teacher] = await Promise.all([world.as('registrar'), world.as('teacher')]);
  const byReligion = { data_filter: 'all', shown_as: 'donut', split_by: 'religion' };
  const refused = await previewOf(teacher, byReligion);
  expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['split_by']]);
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(
      sql`update students set religion = case when id = any (${sql.param([
        world.school.ilorin.studentIds['Ada Obi'],
      ])}::bigint[]) then 'Islam' else 'Christianity' end where institution_id = ${ilorin}`,
    ),
  );
  const { as, points } = (await previewOf(registrar, byReligion)).view;
  expect(as).toBe('bars');
  expect(points).toEqual([
    { label: 'Christianity', value: 0, shown: '5 or more' },
    { label: 'Islam', value: 0, shown: 'Fewer than 5' },
  ]);
  // On the board of a role, members see as much as they may.
  const principal = await world.as('principal');
  const role = world.school.ilorin.roleIds.teacher;
  await add(principal, { ...byReligion, role_id: role, name: 'By religion' });
  expect((await dashletsOf(teacher)).find(({ label }) => label === 'By religion')!.loaded.state).toBe('no access');
});
