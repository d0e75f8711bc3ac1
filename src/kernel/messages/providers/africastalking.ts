import { secretInAddress } from '#kernel/secrets/signatures.ts';
import { jsonOf, outcomeOf, saidBy, unreadable } from './answers.ts';
import { callProvider } from './call.ts';
import { e164, missing, secretsIn, textIn } from './fields.ts';
import { ProviderTrouble, type Outcome, type Provider, type ProviderField, type ProviderNetwork } from './provider.ts';

const label = 'Africa’s Talking';
const fields: ProviderField[] = [
  {
    name: 'username',
    label: 'Username',
    hint: 'The app’s username; “sandbox” for testing.',
    isRequired: true,
    isDestination: true,
  },
  { name: 'apiKey', label: 'API key', hint: 'In the app under Settings.', isSecret: true, isRequired: true },
  { name: 'sender', label: 'Sender ID or short code', hint: 'Leave empty to use Africa’s Talking’s default.' },
];

/** https://developers.africastalking.com: form fields with the key in a header, one status a recipient. */
export function africastalking(network: ProviderNetwork): Provider {
  const baseOf = (username = '') =>
    network.bases?.africastalking ??
    (username === 'sandbox' ? 'https://api.sandbox.africastalking.com' : 'https://api.africastalking.com');
  return {
    kind: 'africastalking',
    label,
    channel: 'sms',
    fields,
    longest: 1530,
    problems: (settings) => ({
      ...missing(fields, settings),
      ...(!/^[\x21-\x7e]*$/.test(settings.apiKey ?? '') && { apiKey: 'Copy the whole key, without spaces.' }),
    }),
    isIdempotent: () => false,

    send: ({ settings, to, text }) =>
      outcomeOf(async () => {
        const secrets = secretsIn(fields, settings);
        const answer = await callProvider(network, {
          label,
          method: 'POST',
          url: `${baseOf(settings.username)}/version1/messaging`,
          secrets,
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', apiKey: settings.apiKey ?? '' },
          body: new URLSearchParams({
            username: settings.username ?? '',
            to,
            message: text,
            ...(settings.sender && { from: settings.sender }),
          }).toString(),
        });
        const body = jsonOf(answer.text);
        const said = body?.SMSMessageData as { Message?: string; Recipients?: unknown[] } | undefined;
        const recipient = said?.Recipients?.[0];
        if (recipient) return outcomeFor(recipient, secrets);
        // Refusals of the account come as plain text, and those of the sender as a message without recipients.
        const words = said?.Message ?? (answer.status >= 400 && answer.status < 500 ? answer.text : '');
        if (!words) return unreadable(label, answer.status);
        const why = saidBy(label, words, secrets, answer.status);
        return answer.status === 400 ? { is: 'refused', why } : { is: 'later', why };
      }),

    async balance(settings) {
      const url = `${baseOf(settings.username)}/version1/user?username=${encodeURIComponent(settings.username ?? '')}`;
      const secrets = secretsIn(fields, settings);
      const headers = { apiKey: settings.apiKey ?? '' };
      const answer = await callProvider(network, { label, method: 'GET', url, headers, secrets });
      const { balance } = (jsonOf(answer.text)?.UserData ?? {}) as { balance?: string };
      const [, unit, amount] = /^([A-Z]{3}) (-?\d+(?:\.\d+)?)$/.exec(balance ?? '') ?? [];
      if (!amount) throw new ProviderTrouble(saidBy(label, answer.text, secrets, answer.status));
      return { amount, unit: unit! };
    },

    // It signs nothing, so its address has a secret.
    hook: { verify: secretInAddress, secret: null },
    readReport({ body }) {
      const id = textIn(body, 'id');
      const status = textIn(body, 'status');
      const why = textIn(body, 'failureReason');
      if (!id || !status || textIn(body, 'text')) return [];
      if (status === 'Success') return [{ id, status: 'delivered' }];
      if (['Sent', 'Submitted', 'Buffered'].includes(status)) return [{ id, status: 'sent' }];
      if (!['Rejected', 'Failed', 'AbsentSubscriber', 'Expired'].includes(status)) return [];
      return [{ id, status: 'undelivered', why: why || status, isGone: why === 'UserDoesNotExist' }];
    },
    readIncoming({ body }) {
      const from = e164(textIn(body, 'from'));
      const id = textIn(body, 'id');
      const text = textIn(body, 'text');
      return from && id && text ? [{ id, from, to: textIn(body, 'to') || null, text }] : [];
    },
  };
}

/** Its codes: https://developers.africastalking.com/docs/sms/sending/bulk. */
function outcomeFor(recipient: unknown, secrets: string[]): Outcome {
  const code = Number(textIn(recipient, 'statusCode'));
  const id = textIn(recipient, 'messageId');
  if ([100, 101, 102].includes(code)) return { is: 'accepted', id: id && id !== 'None' ? id : null };
  const why = saidBy(label, textIn(recipient, 'status'), secrets, code);
  // Too little money, and troubles on its side.
  if ([405, 500, 501].includes(code)) return { is: 'later', why };
  return { is: 'refused', why, isGone: code === 403 };
}
