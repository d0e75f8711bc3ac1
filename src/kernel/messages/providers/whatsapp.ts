import { z } from 'zod';
import { jsonOf, outcomeOf, saidBy, unreadable } from './answers.ts';
import { callProvider } from './call.ts';
import { isSignedByMeta } from './hook-signatures.ts';
import { e164, missing, secretsIn, textIn, digits } from './fields.ts';
import {
  ProviderTrouble,
  type Outcome,
  type Provider,
  type ProviderField,
  type ProviderNetwork,
  type Report,
  type ToSend,
  type ApprovedTemplate,
} from './provider.ts';

const label = 'WhatsApp';
const fields: ProviderField[] = [
  {
    name: 'phoneNumberId',
    label: 'Phone number ID',
    hint: 'In Meta’s app: WhatsApp, API setup.',
    isRequired: true,
    isDestination: true,
  },
  {
    name: 'accessToken',
    label: 'Access token',
    isSecret: true,
    isRequired: true,
    hint: 'Of a system user, so that it doesn’t expire.',
  },
  {
    name: 'appSecret',
    label: 'App secret',
    isSecret: true,
    isRequired: true,
    hint: 'In Meta’s app: Settings, Basic. Meta signs its webhooks with it.',
  },
  {
    name: 'verifyToken',
    label: 'Verify token',
    isSecret: true,
    isRequired: true,
    hint: 'Any text of 8 or more characters. Enter the same one in Meta’s app beside the webhook address.',
  },
  {
    name: 'template',
    label: 'Approved template',
    isRequired: true,
    hint: 'The name of a template whose text has one variable, {{1}}. Used for people who haven’t written in the last 24 hours.',
  },
  { name: 'language', label: 'Language of the template', hint: 'For example en or en_GB.', isRequired: true },
  {
    name: 'businessAccountId',
    label: 'WhatsApp Business account ID',
    hint: 'In Meta’s app: WhatsApp, API setup. With it, you can choose approved templates when you write a message.',
  },
];

/** https://developers.facebook.com/docs/whatsapp/cloud-api: JSON with a bearer token. */
export function whatsapp(network: ProviderNetwork): Provider {
  const base = network.bases?.whatsapp ?? 'https://graph.facebook.com/v23.0';
  return {
    kind: 'whatsapp',
    label,
    channel: 'whatsapp',
    fields,
    longest: 1024,
    problems: (settings) => ({
      ...missing(fields, settings),
      ...(!/^\d{5,20}$/.test(settings.phoneNumberId ?? '') && { phoneNumberId: 'Copy the ID: digits only.' }),
      ...(!/^(\d{5,20})?$/.test(settings.businessAccountId ?? '') && {
        businessAccountId: 'Copy the ID: digits only.',
      }),
      ...(!/^[a-z0-9_]{1,512}$/.test(settings.template ?? '') && {
        template: 'Enter the template’s name: small letters, digits and underscores.',
      }),
      ...(!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(settings.language ?? '') && {
        language: 'Enter a code such as en or en_GB.',
      }),
      ...((settings.verifyToken ?? '').length < 8 && { verifyToken: 'Enter at least 8 characters.' }),
    }),
    isIdempotent: () => false,

    send: (message) =>
      outcomeOf(async () => {
        const { settings } = message;
        const secrets = secretsIn(fields, settings);
        const answer = await callProvider(network, {
          label,
          method: 'POST',
          url: `${base}/${settings.phoneNumberId}/messages`,
          secrets,
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${settings.accessToken}` },
          body: JSON.stringify(bodyOf(message)),
        });
        const body = jsonOf(answer.text);
        const id = textIn((body?.messages as unknown[] | undefined)?.[0], 'id');
        if (answer.status < 300 && id && !body?.error) return { is: 'accepted', id };
        if (!body?.error) return unreadable(label, answer.status);
        return refusal(body.error, secrets, answer.status);
      }),

    async templates(settings) {
      if (!settings.businessAccountId) return [];
      const secrets = secretsIn(fields, settings);
      const answer = await callProvider(network, {
        label,
        method: 'GET',
        secrets,
        headers: { Authorization: `Bearer ${settings.accessToken}` },
        url: `${base}/${settings.businessAccountId}/message_templates?fields=name,language,components&status=APPROVED&limit=100`,
      });
      const body = jsonOf(answer.text);
      if (answer.status < 300 && Array.isArray(body?.data)) return body.data.flatMap(templateOf);
      throw new ProviderTrouble(saidBy(label, textIn(body?.error, 'message'), secrets, answer.status));
    },

    hook: { verify: isSignedByMeta, secret: 'appSecret' },
    readReport: ({ body }) => changesIn(body).flatMap(({ statuses = [] }) => statuses.flatMap(reportOf)),
    readIncoming: ({ body }) =>
      changesIn(body).flatMap(({ messages = [], metadata }) =>
        messages.flatMap(({ id, from, text, button }) => {
          const sender = e164(from);
          const to = e164(metadata?.display_phone_number ?? null);
          return sender ? [{ id, from: sender, to, text: text?.body ?? button?.text ?? '' }] : [];
        }),
      ),
  };
}

// https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
const passing = new Set([
  1, 2, 4, 130429, 131000, 131016, 131048, 131056, 131057, 80007, 133004, 190, 131042, 0, 3, 10, 368,
]);

function refusal(error: unknown, secrets: string[], status: number): Outcome {
  const code = Number(textIn(error, 'code'));
  const details = textIn((error as { error_data?: unknown }).error_data, 'details');
  const why = saidBy(label, details || textIn(error, 'message'), secrets, status);
  return passing.has(code) || status >= 500 ? { is: 'later', why } : { is: 'refused', why };
}

const Status = z.object({
  id: z.string(),
  status: z.string(),
  errors: z.array(z.object({ code: z.number(), title: z.string().optional() })).optional(),
});
const Message = z.object({
  id: z.string(),
  from: z.string(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
});
const Change = z.object({
  metadata: z.object({ display_phone_number: z.string().optional() }).optional(),
  statuses: z.array(Status).optional(),
  messages: z.array(Message).optional(),
});
const Event = z.object({ entry: z.array(z.object({ changes: z.array(z.object({ value: Change })) })) });

const changesIn = (body: unknown) =>
  Event.safeParse(body).data?.entry.flatMap(({ changes }) => changes.map(({ value }) => value)) ?? [];

function reportOf({ id, status, errors }: z.infer<typeof Status>): Report[] {
  if (status === 'sent') return [{ id, status }];
  if (status === 'delivered' || status === 'read') return [{ id, status: 'delivered' }];
  if (status !== 'failed') return [];
  const [error] = errors ?? [];
  return [
    { id, status: 'undelivered', why: error ? `${error.title ?? 'Error'} (${error.code})`.slice(0, 150) : 'Failed' },
  ];
}

/**
 * The template that was chosen; otherwise free text within 24 hours of the recipient's own message, and after that the
 * approved template of the settings around it.
 */
function bodyOf({ settings, to, text, isWindowOpen, template: chosen }: ToSend) {
  const common = { messaging_product: 'whatsapp', recipient_type: 'individual', to: digits(to) };
  if (chosen) return { ...common, ...inTemplate(chosen.name, chosen.language, chosen.values) };
  if (isWindowOpen) return { ...common, type: 'text', text: { preview_url: false, body: text } };
  return { ...common, ...inTemplate(settings.template, settings.language, [text]) };
}

function inTemplate(name: string | undefined, language: string | undefined, values: string[]) {
  // A variable can't be empty, nor have line breaks, tabs or wide gaps.
  const parameters = values.map((value) => ({ type: 'text', text: value.replace(/\s+/g, ' ').trim() || '-' }));
  const components = parameters.length ? [{ type: 'body', parameters }] : [];
  return { type: 'template', template: { name, language: { code: language }, components } };
}

const Listed = z.object({
  name: z.string(),
  language: z.string(),
  components: z.array(
    z.object({
      type: z.string(),
      format: z.string().optional(),
      text: z.string().optional(),
      buttons: z.array(z.object({ url: z.string().optional() })).optional(),
    }),
  ),
});

const hasPlace = (text: string | undefined) => text?.includes('{{') ?? false;

/**
 * A template as the Graph API lists it. Ones with a picture, or with places in the heading or a button, take more than
 * values of the text, and ones with named places take them in another form: they are skipped.
 */
function templateOf(listed: unknown): ApprovedTemplate[] {
  const read = Listed.safeParse(listed);
  if (!read.success) return [];
  const { name, language, components } = read.data;
  const text = components.find(({ type }) => type === 'BODY')?.text ?? '';
  const isPlain = components.every(
    ({ type, format = 'TEXT', text: words, buttons = [] }) =>
      format === 'TEXT' && (type === 'BODY' || !hasPlace(words)) && !buttons.some(({ url }) => hasPlace(url)),
  );
  return text && isPlain && !hasPlace(text.replace(/\{\{\d{1,2}\}\}/g, '')) ? [{ name, language, text }] : [];
}
