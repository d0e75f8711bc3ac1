import { secretInAddress } from '#kernel/secrets/signatures.ts';
import { jsonOf, outcomeOf, saidBy } from './answers.ts';
import { callProvider } from './call.ts';
import { missing, secretsIn, textIn } from './fields.ts';
import type {
  HookRequest,
  Outcome,
  Provider,
  ProviderField,
  ProviderNetwork,
  ProviderSettings,
  Report,
} from './provider.ts';

const label = 'The provider';
const fields: ProviderField[] = [
  {
    name: 'address',
    label: 'Address',
    isRequired: true,
    isDestination: true,
    hint: 'Begins with https://. {to}, {text}, {sender} and {key} are filled in; never the secret.',
  },
  {
    name: 'method',
    label: 'Method',
    hint: '',
    isRequired: true,
    isDestination: true,
    choices: { POST: 'POST', GET: 'GET', PUT: 'PUT' },
  },
  {
    name: 'headers',
    label: 'Headers',
    isLong: true,
    isDestination: true,
    hint: 'One per line, such as “Authorization: Bearer {secret}”. With “Idempotency-Key: {key}”, if the provider supports it, nothing arrives twice.',
  },
  {
    name: 'body',
    label: 'Body',
    isLong: true,
    isDestination: true,
    hint: 'JSON or form fields, such as {"to": "{to}", "message": "{text}"}.',
  },
  { name: 'secret', label: 'Secret', hint: 'Replaces {secret} in the headers and the body.', isSecret: true },
  { name: 'sender', label: 'Sender', hint: 'Replaces {sender}.' },
  {
    name: 'success',
    label: 'Success response',
    isRequired: true,
    hint: 'What the response contains when the message is accepted: a text, or a JSON field with its value, such as status=success.',
  },
  { name: 'idField', label: 'Field with the message’s ID', hint: 'In the response’s JSON, such as data.id.' },
  {
    name: 'reportFields',
    label: 'Delivery report fields',
    hint: 'The field names of the ID and the status, such as id, status. Reports come as JSON or form fields.',
  },
  { name: 'deliveredWords', label: 'Values for delivered', hint: 'Such as DELIVRD, delivered.' },
  { name: 'failedWords', label: 'Values for not delivered', hint: 'Such as UNDELIV, EXPIRED, failed.' },
];

/** Any provider with an HTTP address, described by templates. */
export function http(network: ProviderNetwork): Provider {
  return {
    kind: 'http',
    label: 'Another provider (HTTP)',
    channel: 'sms',
    fields,
    longest: 1530,
    problems: (settings) => ({ ...missing(fields, settings), ...templateProblems(settings, network) }),
    isIdempotent: ({ address = '', headers = '', body = '' }) =>
      [address, headers, body].some((one) => one.includes('{key}')),

    send: ({ settings, to, text, key }) =>
      outcomeOf(async () => {
        const secrets = secretsIn(fields, settings);
        const filling: Filling = { to, text, key, sender: settings.sender ?? '', secret: settings.secret ?? '' };
        const { url, headers, body } = filledTemplate(settings, filling);
        const method = settings.method ?? 'POST';
        const answer = await callProvider(network, {
          label,
          method,
          url,
          headers,
          ...(method !== 'GET' && { body }),
          secrets,
        });
        return outcomeFrom(settings, answer, secrets);
      }),

    hook: { verify: secretInAddress, secret: null },
    readReport: reportsAs,
    readIncoming: () => [],
  };
}

/** As the settings name the fields and the words. */
function reportsAs({ body, settings }: HookRequest): Report[] {
  const [idField, statusField] = (settings.reportFields ?? '').split(',').map((name) => name.trim());
  if (!idField || !statusField) return [];
  const id = at(body, idField);
  const status = at(body, statusField);
  const isAmong = (words = '') =>
    words.split(',').some((word) => word.trim() !== '' && word.trim().toLowerCase() === status.toLowerCase());
  if (!id) return [];
  if (isAmong(settings.deliveredWords)) return [{ id, status: 'delivered' }];
  return isAmong(settings.failedWords) ? [{ id, status: 'undelivered', why: status.slice(0, 150) }] : [];
}

function outcomeFrom(
  settings: ProviderSettings,
  { status, text }: { status: number; text: string },
  secrets: string[],
): Outcome {
  const body = jsonOf(text);
  const [, field, value] = /^([\w.[\]]+)=(.*)$/.exec(settings.success ?? '') ?? [];
  const isTaken = field ? at(body, field) === value!.trim() : text.includes(settings.success ?? '');
  if (status < 300 && isTaken) return { is: 'accepted', id: (settings.idField && at(body, settings.idField)) || null };
  const words = textIn(body, 'message') || textIn(body, 'error') || text;
  const why = saidBy(label, words, secrets, status);
  if (status >= 500) return { is: 'unknown', why };
  // Wrong keys and empty accounts may be put right; anything else would be refused again.
  return [401, 402, 403].includes(status) ? { is: 'later', why } : { is: 'refused', why };
}

function templateProblems(
  { address = '', headers = '', body = '', success = '' }: ProviderSettings,
  network: ProviderNetwork,
) {
  const problems: Record<string, string> = {};
  const url = URL.parse(address.replace(/\{\w+\}/g, 'x'));
  const isOpen = url?.protocol === 'https:' || (network.reachesPrivate && url?.protocol === 'http:');
  if (!isOpen || url!.username) problems.address = 'Enter an address that begins with https://.';
  else if (/\{[^}]*\}/.test(address.split('/').slice(0, 3).join('/'))) problems.address = 'The host can’t be a field.';
  else if (address.includes('{secret}'))
    problems.address = 'A secret in an address ends up in logs. Put {secret} into a header or the body.';
  const wrong = headers
    .split('\n')
    .find((line) => line.trim() !== '' && !/^[\w-]{1,60}: ?[\x20-\x7e]*$/.test(line.trim()));
  if (wrong !== undefined) problems.headers = 'Enter one header per line, such as “Accept: application/json”.';
  else if (/^(host|content-length|connection|transfer-encoding)\s*:/im.test(headers))
    problems.headers = 'Host, Content-Length, Connection and Transfer-Encoding are set by Akada.';
  const unknown = `${address}${headers}${body}`.match(/\{(?!(?:to|text|sender|key|secret)\})[a-z]+\}/);
  if (unknown) problems.body = `${unknown[0]} is not a field. There are {to}, {text}, {sender}, {key} and {secret}.`;
  if (!`${address}${body}`.includes('{to}') || !`${address}${body}`.includes('{text}'))
    problems.body ??= 'Put {to} and {text} into the address or the body.';
  if (/^\s*[[{]/.test(body) && !jsonOf(body.replace(/\{\w+\}/g, '0'))) problems.body ??= 'This is not valid JSON.';
  if (success.length > 100) problems.success = 'Use up to 100 characters.';
  return problems;
}

/** What stands for the fields of a template. */
type Filling = Record<'to' | 'text' | 'sender' | 'key' | 'secret', string>;

type Escape = (value: string) => string;

/** A value in JSON text, within its quotes. */
const inJson: Escape = (value) => JSON.stringify(value).slice(1, -1);
const inXml: Escape = (value) => value.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** No line breaks: they would begin another header. */
const inHeader: Escape = (value) => value.replace(/[^\x20-\x7e]/g, ' ');

const filled = (template: string, filling: Filling, escape: Escape) =>
  template.replace(/\{(to|text|sender|key|secret)\}/g, (_, name: keyof Filling) => escape(filling[name]));

/** The request that a template makes; every value is escaped for where it stands. */
function filledTemplate(
  { address = '', headers = '', body = '' }: ProviderSettings,
  filling: Filling,
): { url: string; headers: Record<string, string>; body: string } {
  const lines = headers.split('\n').flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line.trim()) ?? [];
    return name ? [[name, filled(value!, filling, inHeader)] as const] : [];
  });
  const declared = lines.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isJson = declared ? declared.includes('json') : /^\s*[[{]/.test(body);
  const escape = isJson ? inJson : declared?.includes('xml') ? inXml : encodeURIComponent;
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    url: filled(address, { ...filling, secret: '' }, encodeURIComponent),
    headers: { ...(body !== '' && !declared && { 'Content-Type': type }), ...Object.fromEntries(lines) },
    body: filled(body, filling, escape),
  };
}

/** A value in JSON by its path, such as data.id or results[0].status; '' if there is none. */
function at(body: unknown, path: string): string {
  let value = body;
  for (const name of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
