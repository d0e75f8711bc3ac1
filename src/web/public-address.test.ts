import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roles } from '#kernel/identity.schema.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { auditEntries, installation } from '#kernel/tables.ts';
import { siteHosts, sites } from '#features/school/site/site.schema.ts';
import { fillSite } from '#test/fill-site.ts';
import { startSchool } from '#test/harness/app.ts';
import { sessionCookie } from './cookies.ts';

type World = Awaited<ReturnType<typeof startSchool>>;
const proxied = { host: '10.0.0.7', 'x-forwarded-for': '197.210.1.1', 'x-forwarded-proto': 'https' };
const at = (host: string) => ({ ...proxied, 'x-forwarded-host': host });
let made = 0;

const roleOf = async (world: World) => {
  const { id } = world.school.ilorin;
  const [role] = await world.database.asSystem([id], (tx) =>
    tx.select({ id: roles.id }).from(roles).where(eq(roles.key, 'teacher')),
  );
  return { institution_id: id, role_ids: [role!.id] };
};

/** Invites somebody from a request with these headers; the answer, and the message that went out. */
async function invite(world: World, headers: Record<string, string>, username = 'ict_administrator') {
  made += 1;
  const person = { name: `Person ${'a'.repeat(made)}`, username: `person.${made}x`, email: `person${made}@example.ng` };
  const browser = await world.as(username);
  const answer = await browser.post('/accounts', { ...(await roleOf(world)), ...person }, headers);
  const messages = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.select({ to: outbox.recipient, body: outbox.body }).from(outbox),
  );
  return { answer, message: messages.find(({ to }) => to === person.email)?.body };
}

describe('with a public address', () => {
  let world: World;
  beforeAll(async () => {
    world = await startSchool({ publicUrl: 'https://akada.school.ng', trustProxy: true, isProduction: true });
    const { ilorin, offa } = world.school;
    await world.database.asSystem([ilorin.id, offa.id], async (tx) => {
      await fillSite(tx, world.services.files, ilorin.id, 'ilorin');
      await fillSite(tx, world.services.files, offa.id, 'offa');
      await tx.insert(siteHosts).values({ institutionId: ilorin.id, host: 'www.ilorin.ng', status: 'approved' });
      await tx.update(sites).set({ isFront: true }).where(eq(sites.institutionId, offa.id));
    });
  });
  afterAll(() => world.close());

  test('an invitation leads there, whatever the request says of its host', async () => {
    const { answer, message } = await invite(world, at('akada.school.ng'));
    expect(answer.statusCode).toBe(200);
    expect(message).toContain('https://akada.school.ng/invitations/');
    const foreign = await invite(world, at('evil.example'));
    expect([foreign.answer.statusCode, foreign.message]).toEqual([421, undefined]);
    expect(foreign.answer.json().message).toContain('Open https://akada.school.ng instead');
  });

  test('another program is answered neither with a page nor with a cookie, whatever it claims to be', async () => {
    const visitor = world.nobody();
    const hook = {
      method: 'POST',
      url: `/hooks/${world.school.ilorin.id}/message-http`,
      payload: '{}',
      cookies: { [sessionCookie]: 'a-session-from-before-the-prefix' },
    } as const;
    for (const [host, status] of [
      ['akada.school.ng', 401],
      ['evil.example', 421],
    ] as const) {
      const headers = { ...at(host), accept: 'text/html', 'content-type': 'application/json' };
      const answer = await visitor.send({ ...hook, headers });
      expect([answer.statusCode, answer.headers['set-cookie'], answer.headers['content-type']]).toEqual([
        status,
        undefined,
        'application/json; charset=utf-8',
      ]);
    }
  });

  test('a host that is nobody’s is refused in words, and health checks are not', async () => {
    const visitor = world.nobody();
    for (const host of ['evil.example', 'akada.school.ng.evil.example', '203.0.113.9', 'localhost']) {
      const answer = await visitor.get('/sign-in', { ...at(host), accept: 'text/html' });
      expect([host, answer.statusCode]).toEqual([host, 421]);
      expect(answer.body).toContain('<a href="https://akada.school.ng">');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await visitor.get('/health/ready', at('evil.example'))).statusCode).toBe(200);
    expect((await visitor.get('/sign-in', at('akada.school.ng'))).statusCode).toBe(200);
  });

  test('the machine itself stays a way in', async () => {
    const { statusCode } = await world.nobody().get('/sign-in', { accept: 'text/html', host: 'localhost:3970' });
    expect(statusCode).toBe(200);
  });

  test('a site’s own host name shows the site, and sends to the public address to sign in', async () => {
    const visitor = world.nobody();
    const home = await visitor.get('/', { ...at('www.ilorin.ng'), accept: 'text/html' });
    expect(home.statusCode).toBe(200);
    expect(home.body).toContain('<link rel="canonical" href="https://www.ilorin.ng/"');
    expect(home.body).toContain('href="https://akada.school.ng/sign-in"');
    expect(home.body).not.toContain('data-sign-in');
    const moved = await visitor.get('/students?q=ada', { ...at('www.ilorin.ng'), accept: 'text/html' });
    expect([moved.statusCode, moved.headers.location]).toEqual([302, 'https://akada.school.ng/students?q=ada']);
    expect((await visitor.post('/sign-in', {}, at('www.ilorin.ng'))).statusCode).toBe(421);
    const own = await visitor.get('/', { ...at('akada.school.ng'), accept: 'text/html' });
    expect(own.body).toContain('data-sign-in');
    const robots = await visitor.get('/robots.txt', at('www.ilorin.ng'));
    expect(robots.body).toContain('Sitemap: https://www.ilorin.ng/sitemap.xml');
  });

  test('PUBLIC_URL takes precedence over the stored address, and the page says who can change it', async () => {
    const group = await world.as('group');
    const answer = await group.get('/public-address', { ...at('akada.school.ng'), accept: 'text/html' });
    expect(answer.body).toContain('"isConfigured":true');
    expect(answer.body).toContain('"can":{"edit":false}');
  });
});

describe('without one', () => {
  let world: World;
  beforeAll(async () => void (world = await startSchool({ trustProxy: true, isProduction: true })));
  afterAll(() => world.close());
  const stored = () => world.database.anonymous((tx) => tx.select().from(installation));

  test('a laptop needs no setting, and no link uses a made-up host', async () => {
    const { message } = await invite(world, { host: '127.0.0.1:4000' });
    expect(message).toContain('http://127.0.0.1:4000/invitations/');
    const foreign = await invite(world, at('evil.example'));
    expect(foreign.answer.statusCode).toBe(422);
    expect(foreign.answer.json().message).toContain('doesn’t know its public address yet');
    expect(foreign.message).toBeUndefined();
    expect(await stored()).toEqual([]);
  });

  test.each([
    '127.0.0.1:3115@evil.example',
    'localhost@evil.example',
    'localhost:80:evil.example',
    'localhost:99999',
    'localhost/evil.example',
    'localhost#evil.example',
    'localhost\\evil.example',
    'localhost evil.example',
    '[::1]@evil.example',
    '[::1]evil.example',
  ])('a Host that can be read in two ways is refused, and nobody gets a message: %s', async (host) => {
    for (const headers of [{ host }, at(host)]) {
      const { answer, message } = await invite(world, headers, 'group');
      expect([answer.statusCode, message]).toEqual([400, undefined]);
      expect(answer.body).not.toContain('evil');
    }
    expect((await world.nobody().get('/sign-in', { host })).statusCode).toBe(400);
  });

  test('this machine’s name in a request from elsewhere is no address either', async () => {
    for (const host of ['localhost:9999', '127.0.0.1:9999', 'a.localhost']) {
      const { answer, message } = await invite(world, at(host));
      expect([host, answer.statusCode, message]).toEqual([host, 422, undefined]);
    }
  });

  test('what is refused teaches no address, nor does a host that can be none', async () => {
    const refused = await (await world.as('group')).post('/accounts', { name: '' }, at('akada.school.ng'));
    expect(refused.statusCode).toBe(422);
    expect((await invite(world, at('-2+3zq'), 'group')).answer.statusCode).toBe(400);
    // A look changes nothing, whatever its method.
    const looked = await (
      await world.as('group')
    ).send({ method: 'HEAD', url: '/account', headers: at('akada.school.ng') });
    expect(looked.statusCode).toBe(200);
    expect(await stored()).toEqual([]);
  });

  test('it is where a group administrator works first, it is logged, and another host is refused from then on', async () => {
    expect((await invite(world, at('akada.school.ng'), 'group')).message).toContain('https://akada.school.ng/');
    expect(await stored()).toMatchObject([{ publicUrl: 'https://akada.school.ng', previousUrl: null }]);
    const entries = await world.database.asSystem([world.school.offa.id], (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'institutions.setPublicAddress')),
    );
    expect(entries.map(({ summary }) => summary)).toEqual([
      'opened Akada at https://akada.school.ng, which became the public address',
    ]);
    expect((await invite(world, at('evil.example'), 'group')).answer.statusCode).toBe(421);
  });

  test('a group administrator changes it after a look, and the old one opens for a day', async () => {
    const post = async (username: string, fields: object) =>
      (await world.as(username)).post('/public-address', { opened, ...fields }, at('akada.school.ng'));
    const opened = { publicUrl: 'https://akada.school.ng' };
    const wanted = { publicUrl: 'https://new.school.ng/' };
    expect((await post('owner', { ...wanted, isChecked: true })).statusCode).toBe(403);
    expect((await post('group', wanted)).json().errors).toHaveProperty('isChecked');
    expect((await post('group', { publicUrl: 'new.school.ng', isChecked: true })).json().errors).toHaveProperty(
      'publicUrl',
    );
    expect((await post('group', { ...wanted, isChecked: true })).statusCode).toBe(303);
    // Nobody does that alone.
    expect(await stored()).toMatchObject([{ publicUrl: 'https://akada.school.ng' }]);
    const { id } = await world.database.asSystem(
      [world.school.ilorin.id, world.school.offa.id],
      async (tx) =>
        (await tx.execute<{ id: number }>(sql`select id from approvals where kind = 'institutions.setPublicAddress'`))
          .rows[0]!,
    );
    const approve = async (username: string) =>
      (await world.as(username)).post(`/approvals/${id}/approve`, {}, at('akada.school.ng'));
    expect((await approve('group')).statusCode).toBe(403);
    expect((await approve('owner')).statusCode).toBe(200);
    world.app.publicAddress.forget();
    // Who had opened the page before is asked.
    const late = await post('group', { publicUrl: 'https://other.school.ng', isChecked: true });
    expect(late.json().conflicts).toMatchObject([
      { field: 'publicUrl', theirs: 'https://new.school.ng', yours: 'https://other.school.ng', by: { isYou: true } },
    ]);
    const open = async (host: string) =>
      (await world.nobody().get('/sign-in', { ...at(host), accept: 'text/html' })).statusCode;
    expect([await open('new.school.ng'), await open('akada.school.ng'), await open('evil.example')]).toEqual([
      200, 200, 421,
    ]);
    expect((await invite(world, at('akada.school.ng'))).message).toContain('https://new.school.ng/invitations/');
    await world.database.anonymous((tx) =>
      tx.execute(sql`update installation set changed_at = now() - interval '25 hours'`),
    );
    world.app.publicAddress.forget();
    expect([await open('new.school.ng'), await open('akada.school.ng')]).toEqual([200, 421]);
  });
});
