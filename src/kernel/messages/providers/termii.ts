import { hmacOfBody } from '#kernel/secrets/signatures.ts';
import { segmentsOf } from '../segments.ts';
import { jsonOf, outcomeOf, saidBy, unreadable } from './answers.ts';
import { callProvider } from './call.ts';
import { digits, e164, missing, secretsIn, textIn } from './fields.ts';
import { ProviderTrouble, type Provider, type ProviderField, type ProviderNetwork } from './provider.ts';

const label = 'Termii';
const fields: ProviderField[] = [
  {
    name: 'base',
    label: 'Base address',
    isRequired: true,
    isDestination: true,
    hint: 'In Termii’s dashboard: for example https://v3.api.termii.com.',
  },
  { name: 'apiKey', label: 'API key', hint: 'In Termii’s dashboard.', isSecret: true, isRequired: true },
  { name: 'sender', label: 'Sender ID', hint: 'As registered with Termii: 3 to 11 characters.', isRequired: true },
  {
    name: 'route',
    label: 'Route',
    hint: 'Numbers on the do-not-disturb list can only be reached through “DND”.',
    choices: { generic: 'Generic', dnd: 'DND' },
  },
  {
    name: 'webhookKey',
    label: 'Secret key',
    isSecret: true,
    isRequired: true,
    hint: 'In Termii’s dashboard beside the API key. Termii signs its delivery reports with it.',
  },
];

/** https://developer.termii.com: JSON with the key in the body, answers with `code` and `message_id`. */
export function termii(network: ProviderNetwork): Provider {
  const baseOf = (base = '') => network.bases?.termii ?? base.replace(/\/+$/, '');
  return {
    kind: 'termii',
    label,
    channel: 'sms',
    fields,
    longest: 1530,
    problems: (settings) => ({
      ...missing(fields, settings),
      ...(!/^https:\/\/([a-z0-9-]+\.)+termii\.com\/?$/.test(settings.base ?? '') && {
        base: 'Enter the base address as Termii’s dashboard shows it, for example https://v3.api.termii.com.',
      }),
      ...(!/^[\w .-]{3,11}$/.test(settings.sender ?? '') && { sender: 'Enter 3 to 11 letters or digits.' }),
    }),
    isIdempotent: () => false,

    send: ({ settings, to, text }) =>
      outcomeOf(async () => {
        const secrets = secretsIn(fields, settings);
        const answer = await callProvider(network, {
          label,
          method: 'POST',
          url: `${baseOf(settings.base)}/api/sms/send`,
          secrets,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            to: digits(to),
            from: settings.sender,
            sms: text,
            channel: settings.route || 'generic',
            type: segmentsOf(text).encoding === 'GSM-7' ? 'plain' : 'unicode',
            api_key: settings.apiKey,
          }),
        });
        const body = jsonOf(answer.text);
        if (!body) return unreadable(label, answer.status);
        const id = textIn(body, 'message_id');
        // Termii answers some refusals with 200.
        if (answer.status < 300 && textIn(body, 'code') === 'ok' && id) return { is: 'accepted', id };
        const words = textIn(body, 'message');
        if (!words) return unreadable(label, answer.status);
        const why = saidBy(label, words, secrets, answer.status);
        const isAccount =
          answer.status === 401 || answer.status >= 500 || /balance|api[ _]?key|unauthori|country/i.test(words);
        return isAccount ? { is: 'later', why } : { is: 'refused', why };
      }),

    async balance(settings) {
      // Its only documented way takes the key in the address; that is encrypted on the way and never logged here.
      const url = `${baseOf(settings.base)}/api/get-balance?api_key=${encodeURIComponent(settings.apiKey ?? '')}`;
      const answer = await callProvider(network, { label, method: 'GET', url, secrets: [] });
      const body = jsonOf(answer.text);
      const amount = textIn(body, 'balance');
      if (answer.status >= 300 || !/^-?\d+(\.\d+)?$/.test(amount))
        throw new ProviderTrouble(saidBy(label, textIn(body, 'message'), secretsIn(fields, settings), answer.status));
      return { amount, unit: textIn(body, 'currency').slice(0, 10) || 'NGN' };
    },

    hook: { verify: hmacOfBody('x-termii-signature', 'sha512'), secret: 'webhookKey' },
    readReport({ body }) {
      const id = textIn(body, 'message_id');
      const said = textIn(body, 'status');
      if (textIn(body, 'type') === 'inbound' || !id) return [];
      if (/^delivered/i.test(said)) return [{ id, status: 'delivered' }];
      if (/^message sent|^sent/i.test(said)) return [{ id, status: 'sent' }];
      if (/fail|reject|expire|undeliver|dnd/i.test(said))
        return [{ id, status: 'undelivered', why: said.slice(0, 150) }];
      return [];
    },
    readIncoming({ body }) {
      const from = e164(textIn(body, 'sender'));
      const text = textIn(body, 'message');
      const id = textIn(body, 'message_id') || textIn(body, 'id');
      if (textIn(body, 'type') !== 'inbound' || !from || !id) return [];
      return [{ id, from, to: textIn(body, 'receiver') || null, text }];
    },
  };
}
