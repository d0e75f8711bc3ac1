import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSending, type SendingSchool } from '#test/harness/sending-school.ts';

let school: SendingSchool;
beforeAll(async () => {
  school = await startSending();
  await school.addProvider(
    'whatsapp',
    {
      phoneNumberId: '106540352242922',
      accessToken: 'wa-token',
      appSecret: 'wa-secret',
      verifyToken: 'wa-verify',
      template: 'school_notice',
      language: 'en',
      businessAccountId: '102290129340398',
    },
    { channel: 'whatsapp' },
  );
  const { institutionId: id } = school;
  await school.ask(sql`
    with g as (insert into guardians (institution_id, surname, first_name, mobile) values
        (${id}, 'Okafor', 'Ify', '+2348030000061'), (${id}, 'Obi', 'Mama', '+2348030000062') returning id, surname)
    insert into student_guardians (institution_id, student_id, guardian_id, receives_sms)
    select ${id}, s.id, g.id, true from g join students s on s.institution_id = ${id} and s.surname = g.surname`);
  await school.ask(sql`insert into whatsapp_windows values (${id}, '+2348030000062', now() + interval '1 hour')`);
});
afterAll(() => school.close());

test('a message by WhatsApp fills an approved template for each; free text goes to those who have just written', async () => {
  const registrar = await school.world.as('registrar');
  const { institutionId } = school;
  expect((await registrar.page('/messages/new')).props.hasWhatsApp).toBe(true);
  const listed = (await registrar.get(`/messages/whatsapp-templates?institution_id=${institutionId}`)).json();
  expect(listed).toEqual({
    templates: [{ name: 'fees_due', language: 'en', text: 'Dear {{1}}, {{2}} is due. Thank you.' }],
    trouble: null,
  });
  const audience = { of: 'guardians', by: [{ kind: 'all' }] };
  const message = { institution_id: institutionId, channel: 'whatsapp', purpose: 'service', audience };
  const template = { ...listed.templates[0], values: ['{name}', 'the levy of {student_first_name}'] };
  const send = (more: object) => registrar.post('/messages', { ...message, act: 'send', ...more });

  const missing = await send({ template: { ...template, values: ['{name}'] }, confirmed: 2 });
  expect([missing.statusCode, JSON.stringify(missing.json())]).toEqual([
    422,
    expect.stringContaining('Fill in every value'),
  ]);
  const unknown = await send({ template: { ...template, values: ['{nmae}', 'x'] }, confirmed: 2 });
  expect(JSON.stringify(unknown.json())).toContain('no field “{nmae}”');

  const { sample } = (await registrar.post('/messages/sample', { ...message, template, at: 1 })).json();
  expect(sample.body).toBe('Dear Mama Obi, the levy of Ada is due. Thank you.');
  const reached = (await registrar.post('/messages/preview', { ...message, template })).json();
  const sent = await send({ template, confirmed: reached.recipients });
  expect(sent.statusCode).toBe(200);
  const free = { ...message, body: 'Thank you, {name}.' };
  expect((await registrar.post('/messages/preview', free)).json()).toMatchObject({
    recipients: 1,
    leftOut: { no_window: reached.recipients - 1 },
  });
  expect((await send({ ...free, confirmed: 1 })).statusCode).toBe(200);
  await school.sender.sendDue();
  expect(school.fake.arrived.map(({ to, text }) => `${to} ${text}`)).toEqual(
    expect.arrayContaining([
      '2348030000062 Mama Obi | the levy of Ada',
      '2348030000061 Ify Okafor | the levy of Ngozi',
      '2348030000062 Thank you, Mama Obi.',
    ]),
  );
  expect(school.fake.arrived).toHaveLength(reached.recipients + 1);

  const { id } = sent.json() as { id: number };
  const draft = await registrar.post(`/messages/${id}/duplicate`);
  expect((await registrar.page(String(draft.headers.location))).props.draft).toMatchObject({ template });
});
