import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { startSchool } from '#test/harness/app.ts';
import { sendFile, sendForm } from '#test/harness/native-form.ts';
import { openIntake } from '#test/harness/open-intake.ts';
import { pdfText } from '#test/harness/pdf-text.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let intake: Awaited<ReturnType<typeof openIntake>>;
beforeAll(async () => {
  world = await startSchool();
  intake = await openIntake(world, { minimumAge: 9, form: { guardians: 1, schools: 'optional', results: 'optional' } });
});
afterAll(() => world.close());

const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id], work);

const start = () => ({
  program_id: String(world.school.ilorin.programId),
  class_id: String(intake.classId),
  surname: 'Adéyẹmí',
  firstName: 'Zainab',
  birthDate: '2014-05-06',
  phone: '0803 000 0199',
  email: '',
});

test('2.4 7.3 the start page shows what is open, and what a program teaches', async () => {
  const { body, headers } = await world.nobody().get('/sites/ilorin/apply');
  expect(body).toContain('<option value="" selected="">Please select</option>');
  expect(body).toContain('>Junior Secondary</option>');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toMatch(/script-src 'self'; style-src 'self' 'sha256-[^']+';/);
  const courses = await world
    .nobody()
    .get(`/sites/ilorin/courses_for_programs?program_ids[]=${world.school.ilorin.programId}`);
  expect(courses.json().courses).toContainEqual({
    programId: 1,
    code: 'ENG',
    title: 'English Language',
    electiveGroup: null,
  });
  // The specification's own address answers for the site at the main address.
  const plain = () => world.nobody().get(`/courses_for_programs?program_ids[]=${world.school.ilorin.programId}`);
  expect((await plain()).json()).toEqual(courses.json());
  // The page of programmes says the same of the intake.
  const programmes = (await world.nobody().get('/sites/ilorin/programs')).body.replace(/(<[^>]*>|\s)+/g, ' ');
  expect(programmes).toMatch(
    / Open .* Seats JSS 1: 30, 30 left; .* Age From 9 years on .* Application fee None Apply now/,
  );
});

test('a form is refused with its errors, and keeps what was typed', async () => {
  const answer = await sendForm(world.nobody(), '/sites/ilorin/apply', {
    ...start(),
    surname: '',
    birthDate: '2022-01-01',
  });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain('The surname is required.');
  expect(answer.body).toContain('value="Zainab"');
  const hostile = '</script><script>zq()</script>';
  const escaped = await sendForm(world.nobody(), '/sites/ilorin/apply', { ...start(), firstName: hostile, phone: '' });
  expect([escaped.statusCode, escaped.body.includes(hostile)]).toEqual([422, false]);
  // 5.3: a day is typed and shown as dd/mm/yyyy; one that does not exist is refused in words.
  const typed = await sendForm(world.nobody(), '/sites/ilorin/apply', { ...start(), birthDate: '31/02/2014' });
  expect(typed.body).toContain('Enter a valid date, for example 20/11/2014.');
  expect(typed.body).toContain('placeholder="dd/mm/yyyy"');
  const young = await sendForm(world.nobody(), '/sites/ilorin/apply', { ...start(), birthDate: '2022-01-01' });
  expect(young.body).toContain('must be at least 9 years old');
});

test('2.4 an application is opened, filled in, sent and followed', async () => {
  const parent = world.nobody();
  const opened = await sendForm(parent, '/sites/ilorin/apply', start());
  expect(opened.statusCode).toBe(303);
  const [, own, code] = /^(\/sites\/ilorin\/application\/([A-Z2-9-]{14}))\/person\?started=1$/.exec(
    String(opened.headers.location),
  )!;
  const [message] = await within((tx) => tx.select().from(outbox).where(eq(outbox.recipient, '+2348030000199')));
  expect(message!.body).toContain(code);

  // Another phone, with nothing but the code.
  const phone = world.nobody();
  const found = await sendForm(phone, '/sites/ilorin/application', { code: code!.toLowerCase().replaceAll('-', ' ') });
  expect([found.statusCode, found.headers.location]).toEqual([303, own]);
  expect((await phone.get(own!)).headers.location).toBe(`${own}/person`);

  // Refused for its token before anybody has seen that there is no such step.
  const nowhere = await phone.send({
    method: 'POST',
    url: `${own}/letter.pdf`,
    payload: 'a=b',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', 'x-csrf-token': '' },
  });
  expect(nowhere.statusCode).toBeLessThan(500);
  const wrong = await sendForm(phone, `${own}/person`, { ...start(), gender: 'female', phone: 'no phone' });
  expect(wrong.statusCode).toBe(422);
  expect((await phone.get(`${own}/person`)).body).toContain('value="no phone"');
  // On a thin network the form overtakes what the same window has kept, and answers get lost.
  const opened2 = /name="opened"[^>]*value="([^"]*)"/.exec((await phone.get(`${own}/person`)).body)![1]!;
  const turn = (count: number, more: object = {}) =>
    phone.post(`${own}/person`, { ...start(), gender: 'female', opened: opened2, window: `k3f9.${count}`, ...more });
  const answers = [
    await turn(1, { autosave: '1', firstName: 'Zay' }),
    await turn(2, { autosave: '1', firstName: 'Zayn' }),
    await turn(4, { firstName: 'Zaynab' }),
    await turn(3, { autosave: '1', firstName: 'Zayna' }),
    await turn(5, { firstName: 'Another', window: 'm2.5' }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 303, 409, 409]);
  const person = await sendForm(phone, `${own}/person`, { ...start(), gender: 'female', firstName: 'Zaynab' });
  expect([person.statusCode, person.headers.location]).toEqual([303, `${own}/guardians`]);
  const guardian = { surname: 'Adeyemi', firstName: 'Bola', relation: 'Mother', mobile: '08030000199' };
  const guardians = await sendForm(phone, `${own}/guardians`, prefix('guardians.0.', guardian));
  expect(guardians.headers.location).toBe(`${own}/schools`);
  await sendForm(
    phone,
    `${own}/schools`,
    prefix('schools.0.', { name: 'Unity Primary, Ilorin', from: '2019', to: '2025' }),
  );
  const early = await sendForm(phone, `${own}/review`, {}, `${own}/send`);
  expect(early.body).toContain('Photo and papers: Missing: Photo, Birth certificate.');

  for (const [kind, content] of [
    ['photo', await picture()],
    ['birth-certificate', Buffer.from('%PDF-1.4 a paper')],
  ] as const) {
    const answer = await sendFile(phone, `${own}/papers`, { content, fields: { kind } });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${own}/papers#${kind}`]);
  }
  const sent = await sendForm(phone, `${own}/review`, {}, `${own}/send`);
  expect([sent.statusCode, sent.headers.location]).toEqual([303, own]);
  const status = await phone.get(own!);
  expect(status.body).toContain('APP/2026/0001');
  expect(status.body).toContain('We have received your application.');
  const slip = await phone.get(`${own}/slip.pdf`);
  expect(pdfText(slip.rawPayload).join(' ')).toContain('APP/2026/0001');
  const closed = await phone.post(`${own}/person`, { ...start(), firstName: 'Someone' });
  expect([closed.statusCode, closed.json().message]).toEqual([403, expect.stringMatching(/^This part was sent/)]);
});

const prefix = (before: string, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [before + name, value]));

async function picture() {
  const { Transformer } = await import('@napi-rs/image');
  return Transformer.fromRgbaPixels(Buffer.alloc(400 * 500 * 4, 120), 400, 500).jpeg(80);
}

test('5.3 a birth date typed as dd/mm/yyyy opens an application', async () => {
  const other = { surname: 'Adamu', phone: '0803 000 0298', birthDate: '06/05/2014' };
  expect((await sendForm(world.nobody(), '/sites/ilorin/apply', { ...start(), ...other })).statusCode).toBe(303);
});
