import { sql } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startSchool } from '#test/harness/app.ts';
import { sendForm } from '#test/harness/native-form.ts';
import { password } from '#test/school.ts';

/** The forms as a browser without scripts sends them. */
let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

/** The input of a page with this name. */
const inputOf = ({ body }: { body: string }, name: string) =>
  new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(body)![0];
const signIn = (person: Browser, fields: Record<string, string>) => sendForm(person, '/sign-in', fields);

test('signing in without a script opens the wanted page, with a session', async () => {
  const person = world.nobody();
  const page = await person.get('/sign-in?next=%2Fstudents%3Fq%3Dobi');
  expect(inputOf(page, 'next')).toContain('value="/students?q=obi"');
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(String(page.headers['content-security-policy'])).not.toContain('unsafe-inline');
  const answer = await signIn(person, { identifier: 'registrar', password, next: '/students?q=obi' });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/students?q=obi']);
  expect((await person.get('/students')).statusCode).toBe(200);
});

test('a refused form comes back with the error beside its field and what was typed, but not the password', async () => {
  const person = world.nobody();
  const answer = await signIn(person, { identifier: 'no"body<', password: 'guessed it', next: '/students' });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toMatch(/id="f-identifier-error">Incorrect username or password/);
  expect(inputOf(answer, 'identifier')).toMatch(/autofocus="".*value="no&quot;body&lt;"/);
  expect(inputOf(answer, 'next')).toContain('value="/students"');
  expect(answer.body).not.toContain('guessed it');
  const both = await signIn(person, {});
  expect([both.statusCode, both.body]).toEqual([422, expect.stringContaining('Check the entries below.')]);
  expect(both.body).toContain('<a href="#f-password">Your password is required.</a>');
});

test('a page that has expired comes back with a new token, which works', async () => {
  const person = world.nobody();
  const old = await signIn(person, { identifier: 'registrar', password, _csrf: 'from-yesterday' });
  expect([old.statusCode, old.body]).toEqual([403, expect.stringContaining('This page had expired. Try again.')]);
  expect(inputOf(old, 'identifier')).toContain('value="registrar"');
  expect((await signIn(person, { identifier: 'registrar', password })).statusCode).toBe(303);
});

test('too many tries are answered on the page, with how long to wait', async () => {
  const person = world.nobody();
  let answer = await signIn(person, { identifier: 'cashier', password: 'wrong' });
  for (let tries = 1; answer.statusCode === 422 && tries < 20; tries += 1)
    answer = await signIn(person, { identifier: 'cashier', password: 'wrong' });
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(answer.body).toMatch(/role="alert"[^>]*><p>Too many/);
});

test('a page of the application loads the sign-in page fully', async () => {
  const answer = await world
    .nobody()
    .get('/sign-in?next=%2Fhome', { 'x-inertia': 'true', 'x-inertia-version': 'test' });
  expect([answer.statusCode, answer.headers['x-inertia-location']]).toEqual([409, '/sign-in?next=%2Fhome']);
});

test('a forgotten password leads to the form for the code, which keeps the name and the code', async () => {
  const person = world.nobody();
  const asked = await sendForm(person, '/forgot-password', { identifier: 'teacher' });
  expect([asked.statusCode, asked.headers.location]).toEqual([303, '/reset-password?for=teacher']);
  const page = await person.get('/reset-password?for=teacher');
  expect(inputOf(page, 'identifier')).toContain('value="teacher"');
  expect(inputOf(page, 'code')).toContain('autofocus');
  const typed = { identifier: 'teacher', code: '000000000000', password: 'yellow yam and palm oil' };
  const wrong = await sendForm(person, '/reset-password', typed);
  expect([wrong.statusCode, inputOf(wrong, 'code')]).toEqual([422, expect.stringContaining('value="000000000000"')]);
  expect(wrong.body).not.toContain(typed.password);
  expect(wrong.body).toMatch(/id="f-code-error">Incorrect or expired code/);
});

test('the second step is set up, given from the app and by a recovery code, all without a script', async () => {
  await world.database.asSystem([world.school.offa.id], (tx) =>
    tx.execute(sql`update institutions set require_second_factor = true where id = ${world.school.offa.id}`),
  );
  const person = world.nobody();
  const led = await signIn(person, { identifier: 'registrar.offa', password, next: '/students' });
  expect(led.headers.location).toBe('/sign-in/set-up?next=%2Fstudents');
  const page = await person.get(String(led.headers.location));
  const secret = /<code class="key">([^<]+)</.exec(page.body)![1]!.replaceAll(' ', '');
  const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp });
  expect((await sendForm(person, '/sign-in/set-up', { code: '000000' })).body).toMatch(/f-code-error">Incorrect code/);
  const done = await sendForm(person, '/sign-in/set-up', { code: codeAt(Date.now()), next: '/students' });
  expect(done.headers['cache-control']).toBe('no-store');
  const [, recovery] = /<code>(\w{5}-\w{5})<\/code>/.exec(done.body)!;
  expect(done.body).toContain('href="/students"');
  expect((await person.get('/students')).statusCode).toBe(200);

  const again = world.nobody();
  await signIn(again, { identifier: 'registrar.offa', password });
  const wrong = await sendForm(again, '/sign-in/code?recovery=1', { code: 'abcde-fghjk' });
  expect([wrong.statusCode, wrong.body]).toEqual([422, expect.stringContaining('Recovery code')]);
  expect(wrong.body).toContain('href="/sign-in/code"');
  const answer = await sendForm(again, '/sign-in/code?recovery=1', { code: recovery! });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
});
