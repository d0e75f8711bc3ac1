import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startFakeSenders, termiiSettings, type FakeSenders, type SenderFault } from '#test/harness/fake-senders.ts';
import { openProvider } from './providers.ts';
import type { Outcome, Provider, ProviderKind, ProviderSettings } from './provider.ts';

let fake: FakeSenders;
beforeAll(async () => void (fake = await startFakeSenders()));
beforeEach(() => void fake.faults.splice(0));
afterAll(() => fake.close());

const settingsOf = (): Partial<Record<ProviderKind, ProviderSettings>> => ({
  termii: termiiSettings,
  africastalking: { username: 'school', apiKey: 'at-key' },
  twilio: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'twilio-token', sender: '+15550001111' },
  http: fake.generic,
  whatsapp: {
    phoneNumberId: '106540352242922',
    accessToken: 'wa-token',
    appSecret: 'wa-secret',
    verifyToken: 'wa-verify',
    template: 'school_notice',
    language: 'en',
  },
});
const all = async () =>
  Promise.all(
    (Object.entries(settingsOf()) as [ProviderKind, ProviderSettings][]).map(async ([kind, settings]) => ({
      provider: await openProvider(kind, { ...fake.network, timeoutMs: 300 }),
      settings,
    })),
  );
const send = (provider: Provider, settings: ProviderSettings, more = {}) =>
  provider.send({ settings, key: 'akada-1-7', to: '+2348031234567', text: 'Come “home”\n& bring 5', ...more });

test('each takes a message, with its settings complete, and gives the provider’s id', async () => {
  for (const { provider, settings } of await all()) {
    expect(provider.problems(settings), provider.kind).toEqual({});
    const sent = await send(provider, settings);
    expect(sent, provider.kind).toEqual({ is: 'accepted', id: expect.stringContaining('fake-') });
    expect(Object.keys(provider.problems({})).length, provider.kind).toBeGreaterThan(0);
    const text = fake.arrived.at(-1)!.text;
    expect(text).toBe(provider.kind === 'whatsapp' ? 'Come “home” & bring 5' : 'Come “home”\n& bring 5');
  }
  expect(fake.asked.filter(({ path }) => /key|token|secret/i.test(path))).toEqual([]);
});

test('what is spoilt: nobody has it, or nobody knows; a 200 with an error in its body is a refusal', async () => {
  const expected: [SenderFault, Outcome['is']][] = [
    ['busy', 'later'],
    ['away', 'later'],
    ['redirect', 'later'],
    ['hangUp', 'unknown'],
    ['taken', 'unknown'],
    ['error', 'unknown'],
    [{ slow: 600 }, 'unknown'],
  ];
  for (const { provider, settings } of await all())
    for (const [fault, is] of expected) {
      fake.faults.push(fault);
      const outcome = await send(provider, settings);
      expect(outcome.is, `${provider.kind} ${inspect(fault)} ${inspect(outcome)}`).toBe(is);
      if (fault === 'busy') expect(outcome).toMatchObject({ after: 30 });
    }
  const refusals: [ProviderKind, number, unknown, Outcome['is']][] = [
    ['termii', 200, { code: 'error', message: 'Invalid phone number' }, 'refused'],
    ['termii', 200, { code: 'error', message: 'Insufficient balance' }, 'later'],
    ['africastalking', 201, { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }, 'later'],
    [
      'africastalking',
      201,
      { SMSMessageData: { Recipients: [{ statusCode: 403, status: 'InvalidPhoneNumber' }] } },
      'refused',
    ],
    ['twilio', 400, { code: 21211, message: 'Invalid To', status: 400 }, 'refused'],
    ['twilio', 429, { code: 20429, message: 'Too many' }, 'later'],
    ['whatsapp', 400, { error: { code: 131026, message: 'Undeliverable' } }, 'refused'],
    ['whatsapp', 401, { error: { code: 190, message: 'Token wa-token has expired' } }, 'later'],
    ['http', 200, { status: 'error', message: 'No such number' }, 'refused'],
    ['http', 401, { message: 'The secret generic-secret is wrong' }, 'later'],
  ];
  for (const [kind, status, body, is] of refusals) {
    fake.faults.push({ answer: [status, body] });
    const outcome = await send(await openProvider(kind, fake.network), settingsOf()[kind]!);
    expect(outcome.is, inspect([kind, body, outcome])).toBe(is);
    expect(inspect(outcome)).not.toMatch(/generic-secret|wa-token/);
  }
});

test('nothing listens there: it can be sent again; a private address or http is refused where there is a network', async () => {
  const settings = { ...fake.generic, address: 'http://127.0.0.1:9/x?to={to}' };
  expect(await send(await openProvider('http', fake.network), settings)).toMatchObject({ is: 'later' });
  const guarded = await openProvider('http');
  const before = fake.asked.length;
  for (const address of [
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    fake.generic.address,
    'https://10.0.0.1/',
  ])
    expect(await send(guarded, { ...fake.generic, address }), address).toMatchObject({ is: 'later' });
  expect(fake.asked.length).toBe(before);
  const problem = (more: object) =>
    Object.keys(guarded.problems({ ...fake.generic, address: 'https://sms.example/', ...more }));
  expect(problem({})).toEqual([]);
  for (const address of ['http://sms.example/', 'https://sms.example/{secret}', 'https://{to}.example/', 'nonsense'])
    expect(problem({ address })).toEqual(['address']);
  expect(problem({ headers: 'Host: other' })).toEqual(['headers']);
  expect([
    problem({ body: '{"to": "{to}"}' }),
    problem({ body: '{"{to}{text}' }),
    problem({ body: '{to}{text}{name}' }),
  ]).toEqual(Array(3).fill(['body']));
});

test('values are escaped for where they stand, and a key makes a provider idempotent', async () => {
  const provider = await openProvider('http', fake.network);
  expect([provider.isIdempotent(fake.generic), provider.isIdempotent({ ...fake.generic, headers: '' })]).toEqual([
    true,
    false,
  ]);
  const text = 'a"b\\ü&x=1\r\nX: y';
  await send(provider, { ...fake.generic, headers: 'X-Text: {text}' }, { text });
  expect(fake.asked.at(-1)).toMatchObject({ body: { text }, headers: { 'x-text': 'a"b\\ &x=1  X: y' } });
  await send(
    provider,
    { ...fake.generic, body: 'to={to}&text={text}', address: `${fake.origin}/generic?t={text}` },
    { text },
  );
  expect(fake.asked.at(-1)).toMatchObject({ body: { text, to: '+2348031234567' } });
  expect(fake.asked.at(-1)!.path).toBe(`/generic?t=${encodeURIComponent(text)}`);
});

test('WhatsApp fills the template that was chosen, and lists those that values can fill', async () => {
  const provider = await openProvider('whatsapp', fake.network);
  const settings = { ...settingsOf().whatsapp!, businessAccountId: '102290129340398' };
  const template = { name: 'fees_due', language: 'en', values: ['Mrs Obi', ' NGN\n5,000 '] };
  expect(await send(provider, settings, { template })).toMatchObject({ is: 'accepted' });
  expect(fake.asked.at(-1)!.body).toMatchObject({
    template: {
      name: 'fees_due',
      language: { code: 'en' },
      components: [{ type: 'body', parameters: [{ text: 'Mrs Obi' }, { text: 'NGN 5,000' }] }],
    },
  });
  expect(await provider.templates!(settings)).toEqual([
    { name: 'fees_due', language: 'en', text: 'Dear {{1}}, {{2}} is due. Thank you.' },
  ]);
  expect(await provider.templates!(settingsOf().whatsapp!)).toEqual([]);
  fake.faults.push({ answer: [400, { error: { code: 190, message: 'Token wa-token has expired' } }] });
  await expect(provider.templates!(settings)).rejects.toThrow('WhatsApp: Token ••• has expired');
});

test('balances in the provider’s own unit', async () => {
  const left = (kind: ProviderKind) =>
    openProvider(kind, fake.network).then((provider) => provider.balance!(settingsOf()[kind]!));
  expect(await Promise.all([left('termii'), left('africastalking'), left('twilio')])).toEqual([
    { amount: '1250.5', unit: 'NGN' },
    { amount: '1785.50', unit: 'KES' },
    { amount: '20.25', unit: 'USD' },
  ]);
  fake.faults.push({ answer: [401, { message: 'Wrong termii-key' }] });
  await expect(left('termii')).rejects.toThrow('Termii: Wrong •••');
});

test('reports and replies are read in each one’s words, and signatures are checked', async () => {
  const settings = {};
  const of = async (kind: ProviderKind) => openProvider(kind, fake.network);
  const termii = await of('termii');
  const body = { type: 'outbound', message_id: 'm1', status: 'DELIVERED | Message delivered to handset' };
  expect(termii.readReport({ body, settings })).toEqual([{ id: 'm1', status: 'delivered' }]);
  const inbound = {
    type: 'inbound',
    message_id: 'i1',
    sender: '2348031234567',
    receiver: '2347000000000',
    message: 'STOP',
  };
  expect(termii.readReport({ body: inbound, settings })).toEqual([]);
  expect(termii.readIncoming({ body: inbound, settings })).toMatchObject([{ from: '+2348031234567', text: 'STOP' }]);
  const at = await of('africastalking');
  expect(
    at.readReport({ body: { id: 'a', status: 'Failed', failureReason: 'UserDoesNotExist' }, settings }),
  ).toMatchObject([{ status: 'undelivered', isGone: true }]);
  const twilio = await of('twilio');
  expect(
    twilio.readReport({ body: { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30005' }, settings }),
  ).toMatchObject([{ id: 'SM1', isGone: true }]);
  const url = '/hooks/1/twilio';
  const signature = createHmac('sha1', 'token')
    .update(`https://akada.ng${url}ASmith`.replace('ASmith', 'Ax&Bz'))
    .digest('base64');
  const signed = {
    raw: Buffer.from('A=x%26Bz'),
    headers: { host: 'akada.ng', 'x-twilio-signature': signature },
    url,
    now: 0,
  };
  expect([
    twilio.hook.verify(signed, 'token'),
    twilio.hook.verify(signed, 'other'),
    twilio.hook.verify(signed, ''),
  ]).toEqual([true, false, false]);
  const whatsapp = await of('whatsapp');
  const value = {
    statuses: [{ id: 'wamid.1', status: 'failed', errors: [{ code: 131047, title: 'Re-engagement message' }] }],
    messages: [{ id: 'wamid.2', from: '2348031234567', type: 'text', text: { body: 'Thanks' } }],
  };
  const event = { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] };
  expect(whatsapp.readReport({ body: event, settings })).toMatchObject([{ id: 'wamid.1', status: 'undelivered' }]);
  expect(whatsapp.readIncoming({ body: event, settings })).toMatchObject([{ from: '+2348031234567', text: 'Thanks' }]);
  const http = await of('http');
  const words = (status: string) => http.readReport({ body: { id: '5', status }, settings: fake.generic });
  expect([words('delivrd'), words('UNDELIV'), words('ENROUTE')]).toMatchObject([
    [{ status: 'delivered' }],
    [{ status: 'undelivered' }],
    [],
  ]);
  for (const provider of [termii, at, twilio, whatsapp, http])
    for (const odd of [null, 3, 'x', [], { id: {} }, { entry: 5 }])
      expect([
        ...provider.readReport({ body: odd, settings }),
        ...provider.readIncoming({ body: odd, settings }),
      ]).toEqual([]);
});
