import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Transporter } from 'nodemailer';
import { secretInAddress } from '#kernel/secrets/signatures.ts';
import { safeText } from '../../safe-text.ts';
import { refusesAddress } from './addresses.ts';
import { missing, secretsIn } from './fields.ts';
import { openPool, type OwnMail } from './smtp-pool.ts';
import type { Outcome, Provider, ProviderField, ProviderNetwork, ProviderSettings, Report } from './provider.ts';

const label = 'The mail server';
const fields: ProviderField[] = [
  { name: 'host', label: 'Server', hint: 'For example smtp.zoho.com.', isRequired: true, isDestination: true },
  { name: 'port', label: 'Port', hint: '587 for STARTTLS, 465 for TLS.', isRequired: true, isDestination: true },
  {
    name: 'security',
    label: 'Encryption',
    hint: 'Servers without encryption are refused.',
    isRequired: true,
    isDestination: true,
    choices: { starttls: 'STARTTLS', tls: 'TLS' },
  },
  { name: 'user', label: 'Username', hint: 'Often the full e-mail address.', isRequired: true, isDestination: true },
  { name: 'password', label: 'Password', hint: 'Often an app password.', isSecret: true, isRequired: true },
  { name: 'from', label: 'From', hint: 'The address that recipients see.', isRequired: true },
  { name: 'fromName', label: 'Name', hint: 'The name that recipients see.' },
  { name: 'replyTo', label: 'Reply-to address', hint: 'Leave empty for the same address.' },
  {
    name: 'returnPath',
    label: 'Address for bounces',
    hint: 'Such as bounces@school.ng, whose mail is posted to the webhook address below. Each e-mail gets its own: bounces+…@school.ng.',
  },
];
const isAddress = /^[^\s@<>"]{1,64}@[^\s@<>"]{3,190}$/;

/** E-mail over SMTP. nodemailer and its connections are loaded with the first message. */
export function smtp(network: ProviderNetwork): Provider {
  const pools = new Map<string, Promise<Transporter>>();
  const poolOf = (settings: ProviderSettings) => {
    const name = JSON.stringify(settings);
    const pool = pools.get(name) ?? openPool(network, settings);
    pools.set(name, pool);
    pool.catch(() => pools.delete(name));
    return pool;
  };
  return {
    kind: 'smtp',
    label: 'E-mail server (SMTP)',
    channel: 'email',
    fields,
    longest: 100_000,
    problems: (settings) => ({ ...missing(fields, settings), ...mailProblems(settings, network) }),
    isIdempotent: () => false,

    async send({ settings, key, to, subject, text, unsubscribe, html, replyTo: usualReplyTo, thread }) {
      const { from = '', fromName = '', returnPath } = settings;
      const replyTo = settings.replyTo || (usualReplyTo && isAddress.test(usualReplyTo) ? usualReplyTo : null);
      const tag = tagOf(settings, key);
      let isHanded = false;
      const messageId = `<${tag}@${from.split('@')[1]}>`;
      try {
        const pool = await poolOf(settings);
        await pool.sendMail({
          onHanded: () => (isHanded = true),
          to: { name: '', address: to },
          envelope: { from: returnPath ? returnPath.replace('@', `+${tag}@`) : from, to },
          ...(replyTo && { replyTo }),
          from: { name: fromName, address: from },
          subject: subject ?? '',
          ...(html && { html }),
          ...(thread && { inReplyTo: threadId(thread, from), references: threadId(thread, from) }),
          text,
          messageId,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe && oneClick(unsubscribe)),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
        } as OwnMail);
        return { is: 'accepted', id: key };
      } catch (error) {
        return outcomeFor(error as MailError, isHanded, secretsIn(fields, settings));
      }
    },

    hook: { verify: secretInAddress, secret: null },
    readReport: ({ body, settings }) => bouncesIn(settings, typeof body === 'string' ? body : ''),
    readIncoming: () => [],
    close() {
      for (const pool of pools.values())
        pool.then(
          (one) => one.close(),
          () => {},
        );
      pools.clear();
    },
  };
}

/** A message that nobody has: what answers it belongs together, whichever was first. */
const threadId = (thread: string, from: string) => `<${thread}@${from.split('@')[1]}>`;

/** RFC 8058. Folded or encoded, some mail programs wouldn't recognise the address. */
const oneClick = (address: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${address}>` },
  ...(address.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

interface MailError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** A server without codes of RFC 3463 says in words why it refuses a recipient: a policy may change, a missing mailbox doesn't. */
function isUnknownAddress(command = '', code: number, response = ''): boolean {
  const status = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (status) return isGoneStatus(status);
  return (
    command === 'RCPT TO' && [550, 551, 553].includes(code) && !/spam|polic|block|relay|denied|list|spf/i.test(response)
  );
}

/** Before the message itself was handed over, or with an answer of the server, it certainly hasn't taken it. */
function outcomeFor(
  { code, command, responseCode, response }: MailError,
  isHanded: boolean,
  secrets: string[],
): Outcome {
  if (responseCode) {
    const why = `${label}: ${safeText(response, secrets, 150)}`;
    const isAboutUs = command?.startsWith('AUTH') || code === 'EAUTH' || code === 'ETLS' || command === 'MAIL FROM';
    if (responseCode < 500 || isAboutUs) return { is: 'later', why };
    return { is: 'refused', why, isGone: isUnknownAddress(command, responseCode, response) };
  }
  if (code === 'ETLS') return { is: 'later', why: `${label} offers no valid encryption.` };
  if (isHanded) return { is: 'unknown', why: `${label} closed the connection after it was given the message.` };
  return { is: 'later', why: `${label} can’t be reached.` };
}

function mailProblems(
  { host = '', port = '', from = '', replyTo, returnPath }: ProviderSettings,
  network: ProviderNetwork,
) {
  const problems: Record<string, string> = {};
  const isName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(host);
  if (!network.reachesPrivate && !isName && (!isIP(host) || refusesAddress(host)))
    problems.host = 'Enter the name of a server on the internet.';
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) problems.port = 'Enter a port such as 587.';
  if (!isAddress.test(from)) problems.from = 'Enter an e-mail address.';
  if (replyTo && !isAddress.test(replyTo)) problems.replyTo = 'Enter an e-mail address.';
  if (returnPath && (!isAddress.test(returnPath) || returnPath.includes('+')))
    problems.returnPath = 'Enter an e-mail address without a plus.';
  return problems;
}

/** The name of an e-mail in its Message-ID and return path, which nobody can make up for another message. */
export const tagOf = ({ password = '' }: ProviderSettings, key: string): string =>
  `${key}-${createHmac('sha256', password).update(`return path of ${key}`).digest('hex').slice(0, 12)}`;

/**
 * What a returned e-mail says (RFC 3464): the action and status of the recipient, and which message it was: by the
 * return path, or by the Message-ID of the message inside.
 */
export function bouncesIn(settings: ProviderSettings, mail: string): Report[] {
  // Folded headers on one line.
  const lines = mail.slice(0, 200_000).replace(/\r?\n[ \t]+/g, ' ');
  const tags = [...lines.matchAll(/[+<]((akada-\d+-\d+)-[0-9a-f]{12})@/g)];
  const id = tags.find(([, tag, key]) => tag === tagOf(settings, key!))?.[2];
  const action = /^Action:\s*([a-z]+)/im.exec(lines)?.[1]?.toLowerCase();
  if (!id) return [];
  if (action === 'delivered') return [{ id, status: 'delivered' }];
  // “delayed” says that the server goes on trying.
  if (action !== 'failed') return [];
  const status = /^Status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(lines)?.[1] ?? '';
  const said = /^Diagnostic-Code:\s*(.+)$/im.exec(lines)?.[1]?.trim() ?? '';
  const why = [status, said].filter(Boolean).join(' ').slice(0, 150) || 'Returned by the mail server';
  return [{ id, status: 'undelivered', why, isGone: isGoneStatus(status) }];
}

/** The mailbox or its domain doesn't exist, or is closed for good (RFC 3463, RFC 7505). */
export const isGoneStatus = (status: string): boolean => /^5\.(1\.(1|2|3|6|10)|2\.1)$/.test(status);
