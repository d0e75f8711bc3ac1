import { createHmac } from 'node:crypto';
import { machineSecret } from './world.ts';

export interface HookRequest {
  name: string;
  url: string;
  payload: string | Buffer;
  headers: Record<string, string>;
  isSigned: boolean;
}

/** A webhook of messages, and how its provider signs. */
export interface HookGate {
  machine: string;
  secretFor(institutionId: number): string;
  signed(name: string, payload: string | Buffer, secret?: string): HookRequest;
  unsigned(name: string, payload: string): HookRequest;
  /** What it sends once a message is delivered. */
  report?(id: string): string;
  /** Signed with garbled content. */
  garbled: (string | Buffer)[];
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const hex = (algorithm: string, secret: string, payload: string | Buffer) =>
  createHmac(algorithm, secret).update(payload).digest('hex');

/** Every webhook of messages of an institution. */
export function gatesOf(ownId: number, { foreign }: { own: string; foreign: string }): HookGate[] {
  const secretFor = (machine: string) => (institutionId: number) =>
    ['delivery-reports', 'incoming-messages'].includes(machine) && institutionId === ownId
      ? machineSecret
      : `zq ${machine} of ${institutionId}`;
  const bodies = [
    '',
    'null',
    '[]',
    '"x"',
    '7',
    '{',
    '\u0000',
    '{"a":',
    '[[[[',
    'a=b&a=c',
    'id[]=1&status[x]=2',
    '{"__proto__":{"status":"DELIVERED"}}',
    `{"message_id":{"$ne":null},"status":["DELIVERED"]}`,
    '['.repeat(5000) + ']'.repeat(5000),
    JSON.stringify({ fill: 'x'.repeat(400_000) }),
    Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  ];
  const byHeader = (
    machine: string,
    path: string,
    of: (secret: string, payload: string | Buffer, url: string) => Record<string, string>,
    type: Record<string, string> = json,
  ): HookGate => {
    const url = `/hooks/${ownId}/${path}`;
    return {
      machine,
      secretFor: secretFor(machine),
      garbled: bodies,
      signed: (name, payload, secret = secretFor(machine)(ownId)) => ({
        name,
        url,
        payload,
        isSigned: secret === secretFor(machine)(ownId),
        headers: { ...type, ...of(secret, payload, url) },
      }),
      unsigned: (name, payload) => ({ name, url, payload, isSigned: false, headers: type }),
    };
  };
  const byAddress = (machine: string, type: Record<string, string>): HookGate => {
    const url = `/hooks/${ownId}/${machine}`;
    return {
      machine,
      secretFor: secretFor(machine),
      garbled: bodies,
      signed: (name, payload, secret = secretFor(machine)(ownId)) => ({
        name,
        payload,
        headers: type,
        isSigned: secret === secretFor(machine)(ownId),
        url: `${url}?secret=${encodeURIComponent(secret)}`,
      }),
      unsigned: (name, payload) => ({ name, url: `${url}?secret=`, payload, isSigned: false, headers: type }),
    };
  };
  const twilio = (secret: string, payload: string | Buffer, url: string) => {
    const fields = [...new URLSearchParams(payload.toString())].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const text = `https://localhost:80${url}${fields.map(([name, value]) => name + value).join('')}`;
    return { host: 'localhost:80', 'x-twilio-signature': createHmac('sha1', secret).update(text).digest('base64') };
  };
  return [
    {
      ...byHeader('message-termii', 'message-termii', (secret, payload) => ({
        'x-termii-signature': hex('sha512', secret, payload),
      })),
      report: (id) => JSON.stringify({ type: 'outbound', message_id: id, status: 'DELIVERED' }),
    },
    {
      ...byHeader('message-whatsapp', 'message-whatsapp', (secret, payload) => ({
        'x-hub-signature-256': `sha256=${hex('sha256', secret, payload)}`,
      })),
      report: (id) =>
        JSON.stringify({ entry: [{ changes: [{ value: { statuses: [{ id, status: 'delivered' }] } }] }] }),
    },
    {
      ...byHeader('message-twilio', 'message-twilio', twilio, form),
      report: (id) => new URLSearchParams({ MessageSid: id, MessageStatus: 'delivered' }).toString(),
    },
    { ...byAddress('message-africastalking', form), report: (id) => `id=${id}&status=Success` },
    byAddress('incoming-africastalking', form),
    byAddress('message-http', json),
    {
      ...byAddress('message-smtp', { 'content-type': 'message/rfc822' }),
      garbled: [
        ...bodies,
        `Return-Path: <bounces+akada-${ownId}-1-000000000000@x>\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
        `To: <akada-${ownId}-1-${'0'.repeat(12)}@school.ng>\r\nAction: delivered\r\n`,
        `${'+akada-1-1-'.repeat(20_000)}\r\n`,
      ],
    },
    {
      ...byHeader('incoming-messages', 'incoming-messages', (secret, payload) => ({
        'x-akada-signature': hex('sha512', secret, payload),
      })),
      garbled: [
        ...bodies,
        JSON.stringify({ message_id: 'zq-1', from: 'nobody', text: 'BAL 1' }),
        JSON.stringify({ message_id: 'zq-2', from: '+2348030009999', text: '\u0000' }),
        JSON.stringify({ message_id: 'x'.repeat(500), from: '+2348030009999', text: foreign }),
      ],
    },
  ];
}

/** Unsigned, wrongly signed, foreign and malformed requests. None of them may report on the own message. */
export function hostileReports(gate: HookGate, foreignId: number): HookRequest[] {
  const { signed, unsigned, secretFor, report = (id: string) => JSON.stringify({ id, status: 'DELIVRD' }) } = gate;
  const whole = report('ZQ-SMS-OWN');
  const cut = signed('a cut body with its whole signature', whole);
  return [
    unsigned('no signature', whole),
    signed('a guessed secret', whole, 'guessed'),
    signed('no secret', whole, ' '),
    signed('another institution’s secret', whole, secretFor(foreignId)),
    signed('another provider’s secret', whole, 'zq message-other of 1'),
    ...(cut.url.includes('secret=') ? [] : [{ ...cut, isSigned: false, payload: whole.slice(0, whole.length / 2) }]),
    signed('a message of another institution', report('ZQ-SMS-FOREIGN')),
    signed('a message with a null byte', report('ZQ\u0000')),
    signed('a message that was never sent', report('ZQ-NEVER')),
    ...gate.garbled.map((payload) => signed(`the body ${payload.toString().slice(0, 60)}`, payload)),
  ];
}
