import { jsonOf, outcomeOf, saidBy, unreadable } from './answers.ts';
import { callProvider } from './call.ts';
import { e164, missing, secretsIn, textIn } from './fields.ts';
import { isSignedByTwilio } from './hook-signatures.ts';
import {
  ProviderTrouble,
  type Provider,
  type ProviderField,
  type ProviderNetwork,
  type ProviderSettings,
} from './provider.ts';

const label = 'Twilio';
const fields: ProviderField[] = [
  { name: 'accountSid', label: 'Account SID', hint: 'Begins with AC.', isRequired: true, isDestination: true },
  { name: 'authToken', label: 'Auth token', hint: 'Beside the account SID.', isSecret: true, isRequired: true },
  {
    name: 'sender',
    label: 'From',
    isRequired: true,
    hint: 'One of your numbers (+1…), a sender ID, or a messaging service (MG…), where the webhook address is entered.',
  },
];

/** https://www.twilio.com/docs/messaging/api: form fields, basic authentication, errors with a code. */
export function twilio(network: ProviderNetwork): Provider {
  const base = network.bases?.twilio ?? 'https://api.twilio.com';
  const accountOf = ({ accountSid = '' }: ProviderSettings) => `${base}/2010-04-01/Accounts/${accountSid}`;
  const headersOf = ({ accountSid, authToken }: ProviderSettings) => ({
    Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  });
  return {
    kind: 'twilio',
    label,
    channel: 'sms',
    fields,
    longest: 1600,
    problems: (settings) => ({
      ...missing(fields, settings),
      ...(!/^AC[0-9a-f]{32}$/i.test(settings.accountSid ?? '') && {
        accountSid: 'Copy the account SID: AC and 32 characters.',
      }),
    }),
    isIdempotent: () => false,

    send: ({ settings, to, text }) =>
      outcomeOf(async () => {
        const secrets = secretsIn(fields, settings);
        const { sender = '' } = settings;
        const answer = await callProvider(network, {
          label,
          method: 'POST',
          url: `${accountOf(settings)}/Messages.json`,
          secrets,
          headers: { ...headersOf(settings), 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            To: to,
            Body: text,
            [/^MG[0-9a-f]{32}$/i.test(sender) ? 'MessagingServiceSid' : 'From']: sender,
          }).toString(),
        });
        const body = jsonOf(answer.text);
        if (!body) return unreadable(label, answer.status);
        const sid = textIn(body, 'sid');
        const code = Number(textIn(body, answer.status < 300 ? 'error_code' : 'code'));
        const why = saidBy(
          label,
          textIn(body, answer.status < 300 ? 'error_message' : 'message'),
          secrets,
          answer.status,
        );
        if (answer.status < 300 && sid && !code && !['failed', 'undelivered'].includes(textIn(body, 'status')))
          return { is: 'accepted', id: sid };
        if (answer.status < 300 && !sid) return unreadable(label, answer.status);
        if (answer.status >= 500 || [401, 403].includes(answer.status) || accountCodes.has(code))
          return { is: 'later', why };
        return { is: 'refused', why, isGone: goneCodes.has(code) };
      }),

    async balance(settings) {
      const secrets = secretsIn(fields, settings);
      const url = `${accountOf(settings)}/Balance.json`;
      const answer = await callProvider(network, { label, method: 'GET', url, headers: headersOf(settings), secrets });
      const body = jsonOf(answer.text);
      const amount = textIn(body, 'balance');
      if (answer.status >= 300 || !/^-?\d+(\.\d+)?$/.test(amount))
        throw new ProviderTrouble(saidBy(label, textIn(body, 'message'), secrets, answer.status));
      return { amount, unit: textIn(body, 'currency') };
    },

    hook: { verify: isSignedByTwilio, secret: 'authToken' },
    readReport({ body }) {
      const id = textIn(body, 'MessageSid');
      const code = textIn(body, 'ErrorCode');
      const why = code && code !== '0' ? `Twilio’s error ${code}` : '';
      switch (textIn(body, 'MessageStatus')) {
        case 'sent':
          return [{ id, status: 'sent' }];
        case 'delivered':
        case 'read':
          return [{ id, status: 'delivered' }];
        case 'undelivered':
          return [{ id, status: 'undelivered', why: why || 'Not delivered', isGone: goneCodes.has(Number(code)) }];
        case 'failed':
          return [{ id, status: 'failed', why: why || 'Failed', isGone: goneCodes.has(Number(code)) }];
        default:
          return [];
      }
    },
    readIncoming({ body }) {
      const id = textIn(body, 'MessageSid');
      const from = e164(textIn(body, 'From'));
      if (!id || !from || textIn(body, 'SmsStatus') !== 'received') return [];
      return [{ id, from, to: textIn(body, 'To') || null, text: textIn(body, 'Body') }];
    },
  };
}

// https://www.twilio.com/docs/api/errors: suspended, without money, too fast.
const accountCodes = new Set([20003, 20429, 30001, 30002, 14107, 30022]);
// Not a number, not a mobile number, unknown at the network.
const goneCodes = new Set([21211, 21614, 30005, 30006]);
