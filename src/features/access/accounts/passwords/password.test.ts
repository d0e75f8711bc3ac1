import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '#test/harness/site.ts';
import { password, type School } from '#test/school.ts';
import { pendingCodes } from './password.routes.ts';
import { triesAName } from './reset-code.ts';

let site: Site;
let school: School;
beforeAll(async () => {
  site = await openSite();
  school = site.school;
});
afterAll(() => site.close());

const system = <T>(work: Parameters<typeof site.database.asSystem<T>>[1]) =>
  site.database.asSystem([school.ilorin.id, school.offa.id], work);
const fresh = 'yellow yam and palm oil';

async function codeFor(recipient: string): Promise<string | undefined> {
  await pendingCodes();
  const { rows } = await system((tx) =>
    tx.execute<{ body: string }>(sql`select body from outbox where recipient = ${recipient} order by id desc limit 1`),
  );
  return rows[0]?.body.match(/\d{4} \d{4} \d{4}/)?.[0];
}

async function visitor(path = '/forgot-password') {
  const person = site.browser();
  await person.open(path);
  return person;
}

describe('a forgotten password', () => {
  test('is replaced with a code from a message, once, and signs every device out', async () => {
    const device = await site.signedIn('registrar');
    const person = await visitor();
    const asked = await person.post('/forgot-password', { identifier: 'registrar' });
    expect([asked.statusCode, asked.headers.location]).toEqual([303, '/reset-password?for=registrar']);
    const code = await codeFor('registrar@example.com');
    const reset = await person.post('/reset-password', { identifier: 'registrar', code, password: fresh });
    expect([reset.statusCode, reset.headers.location]).toEqual([303, '/sign-in']);
    expect((await device.get('/students')).headers.location).toMatch(/^\/sign-in/);
    await expect(site.browser().signIn('registrar')).rejects.toThrow('422');
    await expect(site.browser().signIn('registrar', fresh)).resolves.toBeUndefined();
    const again = await person.post('/reset-password', {
      identifier: 'registrar',
      code,
      password: 'another long password',
    });
    expect(again.json().errors).toHaveProperty('code');
  });

  test('does not reveal which accounts exist', async () => {
    const person = await visitor();
    const answers = await Promise.all(
      ['nobody', 'bursar'].map((identifier) => person.post('/forgot-password', { identifier })),
    );
    const [unknown, known] = answers.map((answer) => [
      answer.statusCode,
      answer.body,
      String(answer.headers.location).replace(/for=.*/, ''),
    ]);
    expect(known).toEqual(unknown);
    const tries = await Promise.all(
      ['nobody', 'bursar'].map((identifier) =>
        person.post('/reset-password', { identifier, code: '00000000', password: fresh }),
      ),
    );
    expect(tries[0]!.body).toBe(tries[1]!.body);
  });

  test('its code is burned neither by strangers who guess nor by those who ask again, and works for fifteen minutes', async () => {
    const person = await visitor();
    const ask = async (by = person) => {
      await by.post('/forgot-password', { identifier: 'principal' });
      return (await codeFor('principal@example.com'))!;
    };
    const use = async (code: string, by = person) =>
      (await by.post('/reset-password', { identifier: 'principal', code, password: fresh })).statusCode;

    let code = await ask();
    expect(code).toMatch(/^\d{4} \d{4} \d{4}$/);
    const stranger = site.browser({ remoteAddress: '10.9.0.1' });
    await stranger.open('/forgot-password');
    for (let at = 0; at < 8; at += 1) expect(await use(`0000 0000 00${at}0`, stranger)).toBe(422);
    await ask(stranger);
    const both = await Promise.all([use(code), use(code)]);
    expect(both.toSorted()).toEqual([303, 422]);

    code = await ask();
    await site.database.anonymous((tx) =>
      tx.execute(sql`update one_time_tokens set expires_at = now() where kind = 'reset'`),
    );
    expect(await use(code)).toBe(422);
  });

  test('guesses at its code are bounded for a name, and a known device is not shut out by them', async () => {
    const identifier = 'owner';
    const known = await site.signedIn(identifier);
    await known.post('/sign-out');
    const stranger = site.browser({ remoteAddress: '10.9.1.1' });
    await stranger.open('/reset-password');
    const use = async (by: typeof stranger, code: string) =>
      (await by.post('/reset-password', { identifier, code, password: fresh })).statusCode;
    expect(await use(stranger, '1')).toBe(422);
    await site.database.anonymous((tx) =>
      tx.execute(sql`update throttles set failures = ${triesAName} where key = ${`reset of:${school.accounts.owner}`}`),
    );
    expect(await use(stranger, '2')).toBe(429);
    // Any name of the account is the account's.
    const byMail = { identifier: 'owner@example.com', code: '3', password: fresh };
    expect((await stranger.post('/reset-password', byMail)).statusCode).toBe(429);
    // Strangers have used up the codes of this name, too.
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1)
      statuses.push((await stranger.post('/forgot-password', { identifier })).statusCode);
    expect(statuses.at(-1)).toBe(429);
    await known.open('/forgot-password');
    expect((await known.post('/forgot-password', { identifier })).statusCode).toBe(303);
    expect(await use(known, (await codeFor('owner@example.com'))!)).toBe(303);
  });

  test('asking again and again is stopped', async () => {
    const person = await visitor();
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1)
      statuses.push((await person.post('/forgot-password', { identifier: 'cashier' })).statusCode);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  });

  test('the code in the database cannot be tried out without the key', async () => {
    const person = await visitor();
    await person.post('/forgot-password', { identifier: 'hr_officer' });
    const code = await codeFor('hr_officer@example.com');
    const plain = [code, `${school.accounts.hr_officer}:${code}`];
    const { rows } = await site.database.anonymous((tx) =>
      tx.execute(
        sql`select 1 from one_time_tokens where token_hash in (sha256(${plain[0]}::bytea), sha256(${plain[1]}::bytea))`,
      ),
    );
    expect(rows).toEqual([]);
  });
});

describe('a password', () => {
  const refusal = async (typed: string) => {
    const person = await visitor('/reset-password');
    const answer = await person.post('/reset-password', { identifier: 'teacher', code: '00000000', password: typed });
    return answer.json().errors.password as string | undefined;
  };

  test.each([
    ['too short', 'at least 10 characters'],
    ['my-Teacher-pass', 'include your username'],
    ['Password-1234', 'easy to guess'],
    ['aaaaaaaaaaaaa', 'easy to guess'],
    ['x'.repeat(501), 'at most 500'],
  ])('%s is refused in words', async (typed, words) => {
    expect(await refusal(typed.startsWith('too') ? 'short' : typed)).toContain(words);
  });

  test('a few words in a row are taken', async () => {
    expect(await refusal(fresh)).toBeUndefined();
  });

  test('is changed with the current one; other devices are signed out and this one gets a new session', async () => {
    const [person, other] = [await site.signedIn('bursar'), await site.signedIn('bursar')];
    await person.open('/account');
    const before = person.cookies.get('akada_session')!;
    const wrong = await person.post('/account/password', { current: 'not it at all', password: fresh });
    expect(wrong.json().errors).toEqual({ current: 'Incorrect password.' });
    const answer = await person.post('/account/password', { current: password, password: fresh });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
    expect(person.cookies.get('akada_session')).not.toBe(before);
    expect((await person.open('/account')).component).toBe('accounts/own-account');
    expect((await other.get('/account')).headers.location).toMatch(/^\/sign-in/);
    person.cookies.set('akada_session', before);
    expect((await person.get('/account')).headers.location).toMatch(/^\/sign-in/);
  });
});

describe('an invitation', () => {
  async function inviteBy(username: string, body: object) {
    const admin = await site.signedIn(username);
    await admin.open('/accounts/new');
    return { admin, answer: await admin.post('/accounts', body) };
  }
  const ngozi = () => ({
    institution_id: school.ilorin.id,
    name: 'Ngozi Eze',
    username: 'ngozi.eze',
    email: 'ngozi@example.com',
    role_ids: [school.ilorin.roleIds.teacher],
  });

  test('names the person and the institution, sets a password once, and signs in', async () => {
    const { admin, answer } = await inviteBy('ict_administrator', ngozi());
    const { id, link } = answer.json() as { id: number; link: string };
    const person = await visitor('/sign-in');
    const { component, text } = await person.open(link);
    expect(component).toBe('accounts/invitation');
    expect(text).toContain('Welcome, Ngozi Eze');
    expect(text).toMatch(/Ilorin Grammar School invited you as \w+/);
    expect((await person.post(link, { password: 'ngozi.eze is me' })).json().errors.password).toContain('username');
    const accepted = await person.post(link, { password: fresh });
    expect([accepted.statusCode, accepted.headers.location]).toEqual([303, '/']);
    expect((await person.get('/students')).statusCode).toBe(200);

    const second = await visitor('/sign-in');
    expect((await second.get(link)).statusCode).toBe(404);
    expect((await second.post(link, { password: 'someone else was here' })).statusCode).toBe(404);
    expect((await admin.post(`/accounts/${id}/invitation`)).json().errors.form).toContain('already has a password');
  });

  test('made again replaces the one before, and ends after 14 days', async () => {
    const { admin, answer } = await inviteBy('ict_administrator', {
      ...ngozi(),
      username: 'uche.obi',
      name: 'Uche Obi',
      email: '',
    });
    const { id, link } = answer.json() as { id: number; link: string };
    const again = (await admin.post(`/accounts/${id}/invitation`)).json().link as string;
    expect((await site.browser().get(link)).statusCode).toBe(404);
    expect((await site.browser().get(again)).statusCode).toBe(200);
    await site.database.anonymous((tx) =>
      tx.execute(sql`update one_time_tokens set expires_at = expires_at - interval '14 days' where account_id = ${id}`),
    );
    expect((await site.browser().get(again)).statusCode).toBe(404);
  });

  test('leads to the second factor where the institution asks for it', async () => {
    await system((tx) =>
      tx.execute(sql`update institutions set require_second_factor = true where id = ${school.ilorin.id}`),
    );
    const { rows } = await system((tx) =>
      tx.execute<{ id: number }>(sql`select id from accounts where username = 'uche.obi'`),
    );
    await system((tx) => tx.execute(sql`update institutions set require_second_factor = false`));
    const admin = await site.signedIn('ict_administrator');
    await admin.open('/accounts');
    const { link } = (await admin.post(`/accounts/${rows[0]!.id}/invitation`)).json() as { link: string };
    await system((tx) =>
      tx.execute(sql`update institutions set require_second_factor = true where id = ${school.ilorin.id}`),
    );
    const person = await visitor('/sign-in');
    await person.open(link);
    expect((await person.post(link, { password: fresh })).headers.location).toBe('/sign-in/set-up');
    expect(person.cookies.has('akada_session')).toBe(false);
    await system((tx) => tx.execute(sql`update institutions set require_second_factor = false`));
  });
});
