import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';

// What the fuzzer in test/attack found.
let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
beforeAll(async () => {
  world = await startSchool();
  owner = await world.as('owner');
});
afterAll(() => world?.close());

test.each(['/students/%', '/students/%ff%fe', `/students/${'z'.repeat(3000)}`])(
  'an address that cannot be read is not found, in our words and with our headers: %.30s',
  async (address) => {
    const page = await owner.get(address);
    expect([page.statusCode, page.headers['x-content-type-options']]).toEqual([404, 'nosniff']);
    expect(page.body).toContain('Page not found, or you don’t have access.');
    const background = await owner.post(address);
    expect([background.statusCode, background.json().message]).toEqual([
      404,
      'Page not found, or you don’t have access.',
    ]);
  },
);

test('an id that no record can have is a bad address', async () => {
  const answer = await owner.get('/home?institution_id=2348031234567');
  expect([answer.statusCode, answer.body.includes('A number is too large.')]).toEqual([400, true]);
});

test('a form that acts once leads to the sign-in page where its sender was signed out', async () => {
  const answer = await world.nobody().send({
    method: 'POST',
    url: '/students',
    payload: '--zq--\r\n',
    headers: {
      accept: 'text/html',
      'content-type': 'multipart/form-data; boundary=zq',
      'idempotency-key': 'zq'.repeat(12),
    },
  });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/sign-in']);
});

test('NUL in an address or a form is a space, and half an emoji a sign that something was there', async () => {
  expect((await owner.get('/students?q=Ada%00Obi')).statusCode).toBe(200);
  expect((await owner.get('/audit?q=%00')).statusCode).toBe(200);
  expect((await world.nobody().post('/forgot-password', { identifier: 'ada\ud83d' })).statusCode).toBe(303);
  const { ilorin } = world.school;
  const body = { institutionId: ilorin.id, code: 'BIO', title: 'Bio\0logy \ud83d', creditUnits: 2 };
  expect((await owner.post('/courses', body)).statusCode).toBe(303);
  const { props } = await owner.page('/courses?q=BIO');
  expect(props.rows.map((one: { title: string }) => one.title)).toEqual(['Bio logy \ufffd']);
});

test.each([
  ['/imports', 'file'],
  ['/institutions/1/logo', 'logo'],
])('an upload to %s that breaks off is refused', async (url, field) => {
  const whole = `--zq\r\nContent-Disposition: form-data; name="${field}"; filename="a"\r\n\r\nSurname,First name`;
  for (const payload of [whole, whole.slice(0, 20)]) {
    const answer = await owner.send({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'multipart/form-data; boundary=zq', accept: 'application/json' },
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'The upload was incomplete. Upload the file again.',
    ]);
  }
});

test('an address that names another host leads nowhere', async () => {
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET //evil.example/ HTTP/1.1\r\nHost: localhost\r\nX-Inertia: true\r\nConnection: close\r\n\r\n');
  const answer = (await socket.toArray()).join('');
  expect(answer).toMatch(/x-inertia-location: \/unreadable-address\r\n/i);
  expect(answer).not.toContain('evil.example');
});
