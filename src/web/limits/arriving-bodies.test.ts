import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceCookie } from '#web/cookies.ts';
import { csrfToken } from '#web/csrf.ts';
import { sessionCookie } from '#web/requests.ts';
import { newVisitor } from '#web/visitors.ts';
import { startSchool } from '#test/harness/app.ts';
import { pictureFile } from '#test/harness/pictures.ts';
import { password } from '#test/school.ts';
import { pause } from '#test/harness/time.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let port: number;
beforeAll(async () => {
  world = await startSchool({ bodies: { graceMs: 1500, looksEveryMs: 50 } });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = world.app.server.address() as AddressInfo);
});
afterAll(() => world.close());

/** A request over a socket of its own, with its headers sent; the answer is its text when the server ended or was done. */
function begin(method: string, path: string, headers: Record<string, string | number>) {
  const socket: Socket = connect(port, '127.0.0.1');
  const lines = Object.entries({ Host: 'localhost', Accept: 'application/json', Connection: 'close', ...headers });
  let text = '';
  socket.on('data', (part) => (text += part.toString('latin1')));
  socket.on('error', () => {});
  const answer = new Promise<string>((done) => socket.once('close', () => done(text)));
  socket.write(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`,
  );
  return { socket, answer, send: (bytes: Buffer | string) => socket.write(bytes) };
}

const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);

/** The same byte over and over, until the socket is gone. */
function trickle(socket: Socket, every = 100) {
  const timer = setInterval(() => socket.write('-'), every);
  socket.once('close', () => clearInterval(timer));
}

async function photoOf(username: string, student: keyof typeof world.school.ilorin.studentIds = 'Ada Obi') {
  const { cookies } = await world.as(username);
  const session = cookies[sessionCookie]!;
  const content = await pictureFile(400, 400);
  const head = `--cloth\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--cloth--\r\n')]);
  const id = world.school.ilorin.studentIds[student];
  const start = (length = body.length) =>
    begin('POST', `/students/${id}/photo`, {
      Cookie: `${sessionCookie}=${session}`,
      'X-CSRF-Token': csrfToken(world.services.secret, session),
      'Content-Type': 'multipart/form-data; boundary=cloth',
      'Content-Length': length,
    });
  return { body, start };
}

const signIn = (body: string, length = body.length, device = '') => {
  const visitor = newVisitor(world.services.secret);
  const asked = begin('POST', '/sign-in', {
    Cookie: `akada_visitor=${visitor}; ${deviceCookie}=${device}`,
    'X-CSRF-Token': csrfToken(world.services.secret, visitor),
    'Content-Type': 'application/json',
    'Content-Length': length,
  });
  asked.send(body);
  return asked;
};

test('four photos that trickle in keep nobody else’s photo waiting, and end with words', async () => {
  const { body, start } = await photoOf('registrar');
  const slow = Array.from({ length: 4 }, () => start(2_000_000));
  for (const one of slow) {
    one.send(body.subarray(0, 120));
    trickle(one.socket);
  }
  let isOver = false;
  void Promise.race(slow.map(({ answer }) => answer)).then(() => (isOver = true));
  const honest = start();
  honest.send(body);
  const answer = await honest.answer;
  expect(statusOf(answer), answer).toBe(200);
  expect(isOver).toBe(false);
  for (const { answer: ended } of slow) {
    expect(statusOf(await ended)).toBe(408);
    expect(await ended).toContain('The connection was too slow');
  }
});

test('three hundred sign-ins that never end are ended, and people sign in meanwhile', async () => {
  const begun = performance.now();
  const open = Array.from({ length: 300 }, () => signIn('{', 200));
  const whole = JSON.stringify({ identifier: 'registrar', password });
  expect(statusOf(await signIn(whole).answer)).toBe(303);
  const statuses = (await Promise.all(open.map(({ answer }) => answer))).map(statusOf);
  expect(new Set(statuses)).toEqual(new Set([408, 429]));
  // Forty at once; on a busy machine others take the places of those that were ended.
  const turns = Math.ceil((performance.now() - begun) / 1500);
  expect(statuses.filter((status) => status === 408).length).toBeLessThanOrEqual(40 * turns);
});

test('45 slow sign-ins at an address keep nobody out who has signed in on this device before', async () => {
  const whole = JSON.stringify({ identifier: 'registrar', password });
  const first = await signIn(whole).answer;
  const device = new RegExp(`set-cookie: ${deviceCookie}=([^;]+)`, 'i').exec(first)![1]!;
  const slow = Array.from({ length: 45 }, () => signIn('{', 200));
  const half = (known: string) => {
    const asked = signIn('{"identifier":', whole.length, known);
    return { ...asked, finish: () => asked.send(whole.slice('{"identifier":'.length)) };
  };
  // Those of the address are all taken when somebody is refused.
  await Promise.race(slow.map(({ answer }) => answer));
  const stranger = half('');
  const forged = half(device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
  expect([statusOf(await stranger.answer), statusOf(await forged.answer)]).toEqual([429, 429]);
  const own = half(device);
  await pause(50);
  own.finish();
  expect(statusOf(await own.answer)).toBe(303);
  for (const { answer } of slow) await answer;
});

test('a thin network with pauses gets its photo through', async () => {
  const { body, start } = await photoOf('registrar', 'Ngozi Okafor');
  const upload = start(body.length + 60_000);
  // Blank lines before the first part are nobody's.
  await pause(600);
  for (let at = 0; at < 6; at += 1) {
    upload.send(Buffer.alloc(10_000, '\r\n'));
    await pause(at === 2 ? 2000 : 150);
  }
  upload.send(body);
  expect(statusOf(await upload.answer)).toBe(200);
});

test('a person has twelve uploads under way, and more are told to wait', async () => {
  const { start } = await photoOf('registrar');
  const open = Array.from({ length: 15 }, () => start(500_000));
  // Paid ahead: they stay for as long as the test looks.
  for (const one of open) one.send(Buffer.alloc(400_000, '\r\n'));
  const refused: string[] = [];
  for (const { answer } of open) void answer.then((text) => text && refused.push(text));
  try {
    await expect.poll(() => refused.length).toBe(3);
    expect(refused.map(statusOf)).toEqual([429, 429, 429]);
    expect(refused[0]).toContain('Too many of your uploads are running');
  } finally {
    for (const { socket } of open) socket.destroy();
  }
});

test('what is far too large is refused before it is read', async () => {
  const { start } = await photoOf('registrar');
  expect(statusOf(await start(80_000_000).answer)).toBe(413);
});

test('whoever hangs up before the body is there takes nothing with them', async () => {
  const before = process.listenerCount('uncaughtException');
  const broken: Error[] = [];
  const note = (error: Error) => void broken.push(error);
  process.on('uncaughtException', note);
  for (let time = 0; time < 60; time += 1) {
    const { socket, answer } = signIn('{"identifier":', 400);
    // The server has read the headers and has not yet looked at the body.
    await pause(time % 6);
    socket.resetAndDestroy();
    // oxlint-disable-next-line no-await-in-loop
    await answer;
  }
  process.off('uncaughtException', note);
  expect(broken).toEqual([]);
  expect(process.listenerCount('uncaughtException')).toBe(before);
  const answered = await begin('GET', '/health/ready', {}).answer;
  expect(statusOf(answered)).toBe(200);
});
