import { asc, eq, sql } from 'drizzle-orm';
import { Transformer } from '@napi-rs/image';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { institutions } from '#kernel/identity.schema.ts';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { password } from '#test/school.ts';
import { namedBatches } from './named-batches.ts';

let site: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
beforeEach(async () => {
  await site?.close();
  site = await startSchool();
  owner = await site.as('owner');
});
afterAll(() => site.close());

const ilorin = () => site.school.ilorin;
const lastEntry = async (institutionId = ilorin().id) =>
  (
    await site.database.asSystem([institutionId], (tx) => tx.select().from(auditEntries).orderBy(asc(auditEntries.id)))
  ).at(-1)!;
const settings = (more: object = {}) => ({
  name: 'Ilorin Grammar School',
  shortName: 'Ilorin',
  kind: 'secondary',
  motto: '',
  address: '',
  city: '',
  phone: '',
  email: '',
  accent: '#2B3A8F',
  currency: 'NGN',
  timeZone: 'Africa/Lagos',
  admissionNumberPattern: '{year}/{seq:4}',
  employeeNumberPattern: 'E{seq:4}',
  terminology: {},
  ...more,
});

test('3.6 an account with one institution is led to it, one with several to the list', async () => {
  expect((await owner.get('/institutions')).headers.location).toBe(`/institutions/${ilorin().id}`);
  const group = await site.as('group');
  const { props } = await group.page('/institutions');
  expect(
    props.institutions.map((one: { name: string; session: string; batches: number }) => [
      one.name,
      one.session,
      one.batches,
    ]),
  ).toEqual([
    ['Ilorin Grammar School', '2026/2027', 3],
    ['Offa College', '2026/2027', 1],
  ]);
  expect(props.can.create).toBe(true);
});

test('2.3 the page shows the figures of the session in its address, the current one by default', async () => {
  const address = `/institutions/${ilorin().id}`;
  const { props } = await owner.page(address);
  expect(props.session).toMatchObject({ id: ilorin().sessionIds.current, name: '2026/2027', isCurrent: true });
  expect(props.figures).toMatchObject({ enrolled: 7, unassigned: 3, courses: 1, teachers: 1 });
  expect(
    namedBatches(props.classes, props.batches).map((batch) => [
      batch.class,
      batch.name,
      batch.capacity,
      batch.students,
    ]),
  ).toEqual([
    ['JSS 1', 'JSS 1 A', 40, { female: 1, male: 2, total: 3 }],
    ['JSS 1', 'JSS 1 B', 3, { female: 1, male: 1, total: 2 }],
    ['JSS 2', 'JSS 2 A', 40, { female: 1, male: 1, total: 2 }],
  ]);
  const past = (await owner.page(`${address}?academic_session=${ilorin().sessionIds.past}`)).props;
  expect(past.session).toMatchObject({ name: '2025/2026', isClosed: true });
  expect(past.figures.enrolled).toBe(4);
  expect(namedBatches(past.classes, past.batches)).toMatchObject([{ name: 'JSS 1 A', students: { total: 4 } }]);
});

test('2.3 the figures are those of the lists they lead to', async () => {
  const { figures } = (await owner.page(`/institutions/${ilorin().id}`)).props;
  const total = async (query: string) =>
    (await owner.page(`/students?${query}`, { component: 'students/student-list', props: ['total'] })).props.total;
  expect(await total(`academic_session=${ilorin().sessionIds.current}`)).toBe(figures.enrolled);
  expect(await total('batch=none&status=active')).toBe(figures.unassigned);
  expect(
    await total(`academic_session=${ilorin().sessionIds.current}&class=${ilorin().classIds['JSS 1']}&gender=female`),
  ).toBe(2);
});

test('2.3 an empty session in the address is the current one; a foreign or unknown one is not found', async () => {
  const address = `/institutions/${ilorin().id}`;
  expect((await owner.page(`${address}?academic_session=`)).props.session.name).toBe('2026/2027');
  for (const session of [site.school.offa.sessionIds.current, 999_999])
    expect((await owner.get(`${address}?academic_session=${session}`)).statusCode).toBe(404);
});

test('the page counts only what its user can see', async () => {
  const teacher = (await (await site.as('teacher')).page(`/institutions/${ilorin().id}`)).props;
  expect(teacher.figures).toMatchObject({ enrolled: null, unassigned: null, courses: 1 });
  expect(namedBatches(teacher.classes, teacher.batches).map(({ students }) => students)).toEqual([null, null, null]);
  expect(teacher.can).toEqual({ edit: false, editSite: false, found: false, editStructure: false, assignBatch: false });
  const employee = (await (await site.as('employee')).page(`/institutions/${ilorin().id}`)).props;
  expect(employee.figures).toBeNull();
});

test('2.14 newcomers in a batch were admitted since the previous session ended; only for users who can count students', async () => {
  const { batchIds, sessionIds } = ilorin();
  const address = `/institutions/${ilorin().id}/newcomers`;
  const ofSession = async (session: number | '') => (await owner.get(`${address}?academic_session=${session}`)).json();
  const before = await ofSession('');
  expect(before).toEqual(await ofSession(sessionIds.current));
  await site.database.asSystem([ilorin().id], async (tx) => {
    const put = (day: string, name: string) =>
      tx.execute(sql`update students set admission_date = ${day} where surname = ${name}`);
    await tx.execute(sql`update students set admission_date = '2019-09-01'`);
    await put('2026-08-20', 'Obi');
    await put('2026-11-02', 'Bakare');
    await put('2026-08-21', 'Bello');
    await put('2025-09-10', 'Danjuma');
  });
  expect(await ofSession('')).toEqual({ [batchIds['JSS 1 A']]: 2 });
  const past = await ofSession(sessionIds.past);
  expect(Object.values(past)).toEqual([1]);
  expect((await (await site.as('teacher')).get(address)).json()).toEqual({});
  expect((await owner.get(`/institutions/${site.school.offa.id}/newcomers`)).statusCode).toBe(404);
});

test('another institution is not found; a teacher may look and not edit', async () => {
  const foreign = site.school.offa.id;
  for (const path of ['', '/edit', '/logo'])
    expect((await owner.get(`/institutions/${foreign}${path}`)).statusCode).toBe(404);
  for (const path of ['', '/logo', '/logo/remove'])
    expect((await owner.post(`/institutions/${foreign}${path}`, settings())).statusCode).toBe(404);
  for (const path of ['', '/logo/remove'])
    expect((await owner.post(`/institutions/4294967296${path}`, settings())).statusCode).toBe(404);
  const sent = { method: 'POST', url: `/institutions/${ilorin().id}/logo/remove`, payload: '123' } as const;
  expect((await owner.send({ ...sent, headers: { 'content-type': 'application/json' } })).statusCode).toBeLessThan(500);
  const teacher = await site.as('teacher');
  expect((await teacher.get(`/institutions/${ilorin().id}/edit`)).statusCode).toBe(403);
  expect((await teacher.post(`/institutions/${ilorin().id}`, settings())).statusCode).toBe(403);
});

test('settings are saved, logged from → to, and shown at once', async () => {
  const answer = await owner.post(
    `/institutions/${ilorin().id}`,
    settings({
      accent: '#7a2e5d',
      terminology: { course: 'Subject', courses: 'Subjects', class: 'Class' },
      requireSecondFactor: 'true',
    }),
  );
  expect(answer.statusCode).toBe(303);
  const entry = await lastEntry();
  expect(entry).toMatchObject({
    action: 'institutions.edit',
    summary: 'changed accent, terminology, require second factor of Ilorin Grammar School',
  });
  expect(entry.details).toMatchObject({
    changes: {
      accent: { from: '#2B3A8F', to: '#7a2e5d' },
      terminology: { from: {}, to: { course: 'Subject', courses: 'Subjects' } },
    },
  });
  const { props } = await owner.page(`/institutions/${ilorin().id}`);
  expect(props.words).toMatchObject({ course: 'Subject', batch: 'Batch' });
  expect(props.shell.institutions[0]).toMatchObject({ accent: '#7a2e5d', terms: { courses: 'Subjects' } });
  // Nothing is drawn in another colour before the scripts have come.
  expect((await owner.get(`/institutions/${ilorin().id}`)).body).toMatch(/<html [^>]*style="--accent-light:#7a2e5d;/);
});

test('what cannot be is refused beside its field', async () => {
  const errors = async (more: object) =>
    (await owner.post(`/institutions/${ilorin().id}`, settings(more))).json().errors;
  expect(
    await errors({
      name: ' ',
      accent: 'red',
      currency: 'XYZ',
      timeZone: 'Africa/Ilorin',
      email: 'office',
      phone: 'call us',
      kind: 'x',
    }),
  ).toEqual({
    name: 'The name is required.',
    accent: 'Enter a colour as # and six digits 0–9 or letters a–f, such as #2B3A8F.',
    currency: 'Choose a currency from the list.',
    timeZone: 'Choose a time zone from the list.',
    email: 'Enter an e-mail address such as name@school.ng.',
    phone: 'Enter a phone number such as +234 803 123 4567.',
    kind: 'Choose a type of institution.',
  });
  expect(await errors({ admissionNumberPattern: '{year}' })).toEqual({
    admissionNumberPattern: 'Add {seq} or {seq:4} for the sequence number.',
  });
  expect(await errors({ employeeNumberPattern: 'E{class}{seq}' })).toEqual({
    employeeNumberPattern: 'Employee numbers can’t include {class} or {program}. Use {year}, {yy} and {seq:4}.',
  });
  expect(await errors({ name: 'Offa College' })).toEqual({
    name: 'An institution named Offa College already exists. Choose a different name.',
  });
});

test('only a group administrator adds an institution, and sees it at once', async () => {
  const body = { name: 'Jebba Academy', shortName: 'Jebba', kind: 'primary' };
  expect((await owner.get('/institutions/new')).statusCode).toBe(403);
  expect((await owner.post('/institutions', body)).statusCode).toBe(403);
  const group = await site.as('group');
  expect((await group.post('/institutions', { ...body, name: 'J' })).json().errors.name).toBe(
    'Use at least 2 letters.',
  );
  const answer = await group.post('/institutions', body);
  expect(answer.statusCode).toBe(303);
  expect((await group.page(answer.headers.location!)).props.institution.name).toBe('Jebba Academy');
  const id = Number(answer.headers.location!.split('/')[2]);
  expect(await lastEntry(id)).toMatchObject({ action: 'institutions.create', summary: 'added Jebba Academy' });
  expect((await group.page(`/institutions/${id}`)).props.session).toBeNull();
});

const picture = (width: number, height: number) =>
  Transformer.fromRgbaPixels(new Uint8Array(width * height * 4).fill(120), width, height);

const upload = (who: Browser, content: Buffer, name = 'logo.png', field = 'logo', opened = '') => {
  const boundary = 'xxboundaryxx';
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="opened[logo]"\r\n\r\n${opened}\r\n`;
  const head = `${before}--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
  return who.send({
    method: 'POST',
    url: `/institutions/${ilorin().id}/logo`,
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-requested-with': 'XMLHttpRequest',
      accept: 'application/json',
    },
  });
};

test('a logo of any size becomes a WebP of 256 px, sent only to people of the institution', async () => {
  const address = `/institutions/${ilorin().id}/logo`;
  for (const image of [
    await picture(900, 300).png(),
    await picture(900, 300).jpeg(80),
    await picture(900, 300).webp(80),
  ]) {
    expect((await upload(owner, image, undefined, undefined, await logoNow())).statusCode).toBe(303);
    const served = await owner.get(address);
    expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=604800' });
    const size = await new Transformer(served.rawPayload).metadata();
    expect([size.width, size.height]).toEqual([256, 85]);
  }
  expect(await lastEntry()).toMatchObject({ action: 'institutions.setLogo' });
  expect((await (await site.as('guardian')).get(address)).statusCode).toBe(200);
  expect((await (await site.as('registrar.offa')).get(address)).statusCode).toBe(404);
  expect((await site.nobody().get(address)).statusCode).toBe(302);
  const remove = async (logo: string) => (await owner.post(`${address}/remove`, { opened: { logo } })).statusCode;
  expect(await remove('')).toBe(303);
  expect((await owner.get(address)).statusCode).toBe(200);
  expect(await remove(await logoNow())).toBe(303);
  expect((await owner.get(address)).statusCode).toBe(404);
});

const logoNow = async () => {
  const [row] = await site.database.asSystem([ilorin().id], (tx) =>
    tx.select({ logo: institutions.logoFileId }).from(institutions).where(eq(institutions.id, ilorin().id)),
  );
  return String(row!.logo ?? '');
};

test('a logo that someone else has uploaded meanwhile is replaced or removed only when its person says so', async () => {
  const address = `/institutions/${ilorin().id}/logo`;
  const ict = await site.as('ict_administrator');
  const image = await picture(64, 64).png();
  const send = (who: Browser, opened: string) => upload(who, image, undefined, undefined, opened);
  expect((await send(owner, '')).statusCode).toBe(303);
  const opened = await logoNow();
  expect((await send(ict, opened)).statusCode).toBe(303);
  const theirs = await logoNow();
  const late = await send(owner, opened);
  expect(late.statusCode).toBe(409);
  expect(late.json().conflicts).toMatchObject([
    {
      field: 'logo',
      label: 'Logo',
      value: Number(theirs),
      theirs: 'The current logo',
      yours: 'The picture you chose',
      by: { person: 'The ict_administrator (ict_administrator)', isYou: false },
    },
  ]);
  const removed = await owner.post(`${address}/remove`, { opened: { logo: opened } });
  expect(removed.statusCode).toBe(409);
  // Theirs: the form sends what is there in place of a file. Mine: the form moves on to theirs, and sends the file.
  const logo = Number(theirs);
  expect((await owner.post(address, { logo, opened: { logo } })).statusCode).toBe(303);
  expect(await logoNow()).toBe(theirs);
  expect((await send(owner, theirs)).statusCode).toBe(303);
  expect(await logoNow()).not.toBe(theirs);
  expect((await owner.post(`${address}/remove`, { opened: { logo: await logoNow() } })).statusCode).toBe(303);
});

test('other files, damaged or huge pictures and drawings with scripts are refused with a message', async () => {
  const refusal = async (content: Buffer, name?: string, field?: string) => {
    const answer = await upload(owner, content, name, field);
    return [answer.statusCode, answer.json().errors?.logo];
  };
  const none = 'This is not a PNG, JPEG or WebP file. Save it in one of these formats, then upload it again.';
  const png = await picture(40, 40).png();
  expect(
    await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'logo.svg'),
  ).toEqual([422, none]);
  expect(await refusal(Buffer.from('GIF89a and more that is long enough to look at'))).toEqual([422, none]);
  expect(await refusal(Buffer.from(''))).toEqual([422, 'The file is empty. Choose another one.']);
  expect(await refusal(png.subarray(0, 60))).toEqual([
    422,
    'This picture is damaged. Save it again in an image editor, then upload it.',
  ]);
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  expect(await refusal(bomb)).toEqual([
    422,
    'This picture is too large. Resize it to at most 2,000 pixels wide, then upload it again.',
  ]);
  expect(await refusal(Buffer.alloc(5 * 1_048_576, 1))).toEqual([
    422,
    'The file is larger than 4 MB. Choose a smaller one.',
  ]);
  expect(await refusal(png, 'logo.png', 'other')).toEqual([422, 'Choose a logo.']);
  expect((await owner.post(`/institutions/${ilorin().id}/logo`)).json().errors).toEqual({ logo: 'Choose a logo.' });
  expect(await logoNow()).toBe('');
});

test('asking for a second factor is an owner’s alone to switch, with the password given lately', async () => {
  const address = `/institutions/${ilorin().id}`;
  const ict = await site.as('ict_administrator');
  const on = settings({ requireSecondFactor: 'true' });
  expect((await ict.post(address, on)).json().errors).toEqual({
    requireSecondFactor: 'Only an owner can turn this on. Ask an owner.',
  });
  const old = sql`update sessions set confirmed_at = now() - interval '11 minutes'`;
  await site.database.anonymous((tx) => tx.execute(old));
  expect((await owner.post(address, settings({ city: 'Ilorin' }))).statusCode).toBe(303);
  expect((await owner.post(address, on)).headers['x-confirm']).toBe('password');
  await owner.post('/account/confirm', { current: password });
  expect((await owner.post(address, on)).statusCode).toBe(303);
  // The box is disabled for an ICT administrator, so nothing is sent for it, and it stays.
  expect((await ict.post(address, settings({ motto: 'Onward' }))).statusCode).toBe(303);
  const { props } = await owner.page(`${address}/edit`);
  expect([props.institution.requireSecondFactor, props.institution.motto]).toEqual([true, 'Onward']);
});

test('5.3 the year of establishment is entered, shown on the institution’s page and cleared; a wrong one is refused', async () => {
  const address = `/institutions/${ilorin().id}`;
  const yearNow = async () => (await owner.page(address)).props.institution.establishedYear;
  expect(await yearNow()).toBeNull();
  expect((await owner.post(address, settings({ establishedYear: '1987' }))).statusCode).toBe(303);
  expect(await yearNow()).toBe(1987);
  const { institution, opened } = (await owner.page(`${address}/edit`)).props;
  expect([institution.establishedYear, opened.establishedYear]).toEqual([1987, 1987]);

  const thisYear = new Date().getFullYear();
  const range = `Enter a year from 1800 to ${thisYear}.`;
  for (const [establishedYear, message] of [
    ['87', 'Enter a year such as 2009.'],
    ['1799', range],
    [String(thisYear + 1), range],
  ]) {
    const answer = await owner.post(address, settings({ establishedYear, motto: 'Onward' }));
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { establishedYear: message }]);
  }
  expect((await owner.page(address)).props.institution).toMatchObject({ establishedYear: 1987, motto: null });

  const ict = await site.as('ict_administrator');
  expect((await ict.post(address, settings({ establishedYear: '1962' }))).statusCode).toBe(303);
  const late = await owner.post(address, settings({ establishedYear: '1990', opened }));
  expect([late.statusCode, late.json().conflicts]).toMatchObject([
    409,
    [{ field: 'establishedYear', value: 1962, theirs: '1962', yours: '1990' }],
  ]);
  expect((await owner.post(address, settings({ establishedYear: '' }))).statusCode).toBe(303);
  expect(await yearNow()).toBeNull();
});
