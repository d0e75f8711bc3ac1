import { afterAll, beforeAll, expect, test } from 'vitest';
import { certificate, startFakeMailServer } from '#test/harness/fake-mail-server.ts';
import { openProvider } from './providers.ts';
import type { Provider, ProviderSettings } from './provider.ts';

let server: Awaited<ReturnType<typeof startFakeMailServer>>;
let provider: Provider;
beforeAll(async () => {
  server = await startFakeMailServer();
  provider = await openProvider('smtp', { reachesPrivate: true, certificate, timeoutMs: 2000 });
});
afterAll(async () => {
  provider.close?.();
  await server.close();
});

let last = 0;
const send = (more: object = {}, settings: ProviderSettings = server.settings) =>
  provider.send({
    settings,
    key: `akada-1-${(last += 1)}`,
    to: 'parent@example.ng',
    subject: 'Fees\r\nBcc: x@y.z',
    text: '₦5 are due.\n.',
    ...more,
  });

test('e-mail goes out encrypted, over kept connections, with its own Message-ID and return path', async () => {
  expect(provider.problems(server.settings)).toEqual({});
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => send()));
  expect(outcomes.map(({ is }) => is)).toEqual(Array(12).fill('accepted'));
  expect(outcomes[0]).toEqual({ is: 'accepted', id: 'akada-1-1' });
  expect(server.connections()).toBeLessThanOrEqual(5);
  const mail = server.mails.find(({ text }) => text.includes('<akada-1-1-'))!;
  expect(mail.to).toEqual(['parent@example.ng']);
  expect(mail.from).toMatch(/^bounces\+akada-1-1-[0-9a-f]{12}@school\.ng$/);
  expect(mail.text).toMatch(/^Message-ID: <akada-1-1-[0-9a-f]{12}@school\.ng>/m);
  expect(mail.text).toMatch(/^From: Ilorin Grammar School <news@school\.ng>/m);
  expect(mail.text).not.toMatch(/^Bcc:/m);
});

test('what the server says decides: no such user, later, a wrong password, or no answer', async () => {
  expect(await send({ to: 'nobody@example.ng' })).toMatchObject({ is: 'refused', isGone: true });
  server.faults.push([451, '4.7.1 Try again later']);
  expect(await send()).toMatchObject({ is: 'later', why: expect.stringContaining('Try again later') });
  server.faults.push([554, '5.7.1 Rejected as spam']);
  expect(await send()).toMatchObject({ is: 'refused' });
  const wrong = await send({}, { ...server.settings, password: 'wrong-password' });
  expect(wrong).toMatchObject({ is: 'later' });
  expect(JSON.stringify(wrong)).not.toContain('wrong-password');
  const before = server.mails.length;
  server.faults.push('taken');
  expect(await send()).toMatchObject({ is: 'unknown' });
  expect(server.mails.length).toBe(before + 1);
  expect(await send({}, { ...server.settings, port: '9' })).toMatchObject({ is: 'later' });
});

test('subject and sender are whole letters in encoded words; a page, the school’s address and the thread go along', async () => {
  const name = 'Ilé-Ẹ̀kọ́ Gíga Ìlọrin àti Ọ̀pọ̀lọpọ̀ Ọgbọ́n'.normalize('NFD');
  const page = { html: '<p>Hello</p>', replyTo: 'office@school.ng', thread: 'akada-1-t' };
  const before = server.mails.length;
  expect(await send({ ...page, subject: name }, { ...server.settings, fromName: name })).toMatchObject({
    is: 'accepted',
  });
  const { text } = server.mails[before]!;
  const wordsOf = (header: string) => {
    const [, value = ''] = new RegExp(`^${header}:((?:.*\\r\\n[ \\t])*.*)\\r\\n`, 'm').exec(text)!;
    return [...value.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map(([, word]) => Buffer.from(word!, 'base64').toString());
  };
  for (const words of [wordsOf('Subject'), wordsOf('From')]) {
    expect(words.length).toBeGreaterThan(1);
    expect(words.join('')).toBe(name);
    for (const word of words) expect(word).not.toMatch(/^\p{M}/u);
  }
  expect(text).toMatch(/<news@school\.ng>\r$/m);
  expect(text).toMatch(/^Reply-To: office@school\.ng\r$/m);
  expect(text).toMatch(/^References: <akada-1-t@school\.ng>\r$/m);
  expect(text).toMatch(/^Content-Type: multipart\/alternative/m);
});

test('a server without encryption, or with another’s certificate, gets neither the password nor the message', async () => {
  const plain = await startFakeMailServer({ offersTls: false });
  expect(await send({}, { ...server.settings, port: String(plain.port) })).toMatchObject({ is: 'later' });
  expect(plain.mails).toEqual([]);
  await plain.close();
  const strict = await openProvider('smtp', { reachesPrivate: true, timeoutMs: 2000 });
  expect(await strict.send({ settings: server.settings, key: 'akada-1-99', to: 'a@b.ng', text: 'x' })).toMatchObject({
    is: 'later',
  });
  strict.close?.();
  const guarded = await openProvider('smtp');
  expect(Object.keys(guarded.problems({ ...server.settings, host: '10.0.0.1' }))).toEqual(['host']);
  expect(await guarded.send({ settings: server.settings, key: 'akada-1-98', to: 'a@b.ng', text: 'x' })).toMatchObject({
    is: 'later',
  });
});
