import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSending, type SendingSchool } from '#test/harness/sending-school.ts';
import { certificate, startFakeMailServer } from '#test/harness/fake-mail-server.ts';

let school: SendingSchool;
let server: Awaited<ReturnType<typeof startFakeMailServer>>;
beforeAll(async () => {
  server = await startFakeMailServer();
  school = await startSending({ publicUrl: 'https://akada.school.ng', certificate });
  await school.addProvider('smtp', server.settings, { channel: 'email' });
});
afterAll(async () => {
  await school.close();
  await server.close();
});

const compose = async (purpose: 'marketing' | 'service', to: string[], state = 'queued') => {
  const [row] = await school.ask<{ id: number }>(sql`with m as (
      insert into messages (institution_id, channel, body, state, purpose) values (${school.institutionId}, 'email', 'Fair', 'sending', ${purpose}) returning id),
    rows as (insert into outbox (institution_id, channel, recipient, subject, body, event, message_id, state)
      select ${school.institutionId}, 'email', a, 'Fair', 'The fair is on Friday.', 'messages.composed', id, ${state} from m, unnest(${sql.param(to)}::text[]) a)
    select id from m`);
  return Number(row!.id);
};
const wishes = () =>
  school.ask(
    sql`select blocks, reason, said_by from contact_wishes where address = 'mother@example.ng' and ended_at is null order by blocks desc`,
  );
/** Quoted-printable lines joined again. */
const textOf = ({ text }: { text: string }) =>
  text.replace(/=\r?\n/g, '').replace(/=(20|3D)/g, (_, code) => (code === '20' ? ' ' : '='));

test('an e-mail has a page beside its text, answers go to the school, and what is about one thing makes a thread', async () => {
  const { institutionId } = school;
  await school.ask(
    sql`update institutions set email = 'office@school.ng', name = 'Ilé-Ẹ̀kọ́ Gíga Ìlọrin àti Ọ̀pọ̀lọpọ̀ Ọgbọ́n' where id = ${institutionId}`,
  );
  await school.ask(sql`insert into outbox (institution_id, channel, recipient, subject, body, event, student_id, state)
    select ${institutionId}, 'email', 'thread' || n || '@example.ng', s, b, e, ${school.world.school.ilorin.studentIds['Ada Obi']}, 'queued'
    from (values (1, 'Ìdánwò Ọmọ yín', 'Ada <b>Obi</b> was absent. http://a.ng/x', 'attendance.absent'), (2, 'In school', 'Ada is here.', 'attendance.corrected'),
      (3, 'Fees', 'Please pay.', 'fees.due')) v (n, s, b, e)`);
  await school.sender.sendDue();
  const mails = [1, 2, 3].map((n) => server.mails.find(({ to }) => to[0] === `thread${n}@example.ng`)!.text);
  const [absent, here, fees] = mails as [string, string, string];
  expect(absent).toMatch(/^Content-Type: multipart\/alternative/im);
  expect(absent).toMatch(/^Content-Type: text\/plain/im);
  expect(absent).toMatch(/^Reply-To: office@school\.ng\r$/m);
  const html = textOf({ text: absent.slice(absent.indexOf('text/html')) });
  expect(html).toContain('&lt;b&gt;Obi&lt;/b&gt; was absent.');
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).not.toContain('<img');
  expect(textOf({ text: absent })).toContain('Ada <b>Obi</b> was absent. http://a.ng/x');
  expect(absent).toMatch(/^Subject: =\?UTF-8\?B\?/m);
  const threadOf = (mail: string) => {
    const [, references] = /^References: (<[^>]+>)\r$/m.exec(mail)!;
    expect(mail).toContain(`In-Reply-To: ${references}`);
    return references;
  };
  expect(threadOf(here)).toBe(threadOf(absent));
  expect(threadOf(fees)).not.toBe(threadOf(absent));
  await school.ask(sql`update institutions set name = 'Ilorin Grammar School' where id = ${institutionId}`);
});

test('a marketing e-mail carries a link and the headers of one click; opening changes nothing, posting refuses news and stops what waits', async () => {
  await compose('marketing', ['Mother@Example.ng']);
  await compose('service', ['father@example.ng']);
  await school.sender.sendDue();
  const [news, other] = [/^To: .*mother/im, /^To: .*father/im].map((to) =>
    server.mails.find(({ text }) => to.test(text))!,
  );
  expect(textOf(other!)).not.toMatch(/unsubscribe/i);
  const path = /^List-Unsubscribe: <https:\/\/akada\.school\.ng(\/unsubscribe\/[\w-]+)>\r$/m.exec(news!.text)![1]!;
  expect(news!.text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(textOf(news!)).toMatch(/The fair is on Friday\.\r\n\r\n-- \r\nNo more news from .+ by e-mail: https:/);
  expect(textOf(news!)).toContain(path);
  const stored = await school.ask(sql`select distinct body from outbox where event = 'messages.composed'`);
  expect(stored).toEqual([{ body: 'The fair is on Friday.' }]);

  const reader = school.world.nobody();
  const page = () => reader.get(path, { accept: 'text/html', host: 'akada.school.ng' });
  const opened = await page();
  expect(opened.statusCode).toBe(200);
  expect(opened.headers['x-robots-tag']).toContain('noindex');
  expect(opened.body).toContain('Unsubscribe from news?');
  expect(opened.body).not.toMatch(/mother@|script src=[^>]*unsubscribe/i);
  expect(await wishes()).toEqual([]);
  for (const wrong of [
    path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A'),
    path.replace(/-\w+-/, '-zz-'),
    '/unsubscribe/1-1',
  ])
    expect((await reader.get(wrong)).statusCode).toBe(404);

  const waiting = await compose('marketing', ['mother@example.ng', 'aunt@example.ng'], 'paused');
  await compose('service', ['mother@example.ng'], 'paused');
  // As Gmail does it: no cookie, no token, no page.
  const post = (payload: string, accept = '*/*') =>
    school.world.app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept, host: 'akada.school.ng' },
    });
  expect((await post('List-Unsubscribe=One-Click')).statusCode).toBe(200);
  expect((await post('List-Unsubscribe=One-Click')).statusCode).toBe(200);
  expect(await wishes()).toEqual([{ blocks: 'marketing', reason: 'opted_out', said_by: 'link' }]);
  const states = () =>
    school.ask(sql`select o.state from outbox o join messages m on m.id = o.message_id
      where lower(o.recipient) = 'mother@example.ng' and o.state <> 'sent' order by o.id`);
  expect(await states()).toEqual([{ state: 'stopped' }, { state: 'paused' }]);
  expect(await school.ask(sql`select state from messages where id = ${waiting}`)).toEqual([{ state: 'sending' }]);
  expect((await page()).body).toContain('You will no longer get news from');

  // Without a script, on the same page.
  expect((await post('wish=wrong', 'text/html')).statusCode).toBe(303);
  expect(await states()).toEqual([{ state: 'stopped' }, { state: 'stopped' }]);
  expect((await wishes())[1]).toEqual({ blocks: 'everything', reason: 'someone_else', said_by: 'link' });
  expect((await page()).body).toContain('no longer sends anything to this address');
  await post('wish=undo', 'text/html');
  expect(await wishes()).toEqual([{ blocks: 'marketing', reason: 'opted_out', said_by: 'link' }]);
  await post('wish=undo', 'text/html');
  expect(await wishes()).toEqual([]);
  expect((await post('wish=everything')).statusCode).toBe(422);
  const entries = await school.ask(sql`select action from audit_entries where action like 'contact.%' order by id`);
  expect(entries.map(({ action }) => action)).toEqual([
    'contact.stop',
    'contact.wrong',
    'contact.start',
    'contact.start',
  ]);
});

test('an address that does not exist is blocked, and what waits for it stops', async () => {
  const gone = await compose('service', ['nobody@example.ng'], 'paused');
  await compose('service', ['nobody@example.ng']);
  await school.sender.sendDue();
  expect(await school.ask(sql`select state from outbox where recipient = 'nobody@example.ng' order by id`)).toEqual([
    { state: 'stopped' },
    { state: 'failed' },
  ]);
  expect(await school.ask(sql`select state from messages where id = ${gone}`)).toEqual([{ state: 'done' }]);
  expect(await school.ask(sql`select reason from contact_wishes where address = 'nobody@example.ng'`)).toEqual([
    { reason: 'bounced' },
  ]);
});
