import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import { openAddressesOnly } from './addresses.ts';
import type { ProviderNetwork, ProviderSettings } from './provider.ts';

/** Connections that are kept for the next e-mail. */
export async function openPool(network: ProviderNetwork, settings: ProviderSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { timeoutMs = 15_000, reachesPrivate = false, certificate } = network;
  const { host = '', port, security, user = '', password = '' } = settings;
  // nodemailer looks names up itself, so the address is looked up here, and the certificate is still that of the name.
  const address = reachesPrivate || isIP(host) ? host : await openAddressOf(host);
  const pool = createTransport({
    // It would send again by itself after a lost connection.
    pool: true,
    maxConnections: 5,
    maxMessages: 100,
    maxRequeues: 0,
    host: address,
    port: Number(port),
    secure: security === 'tls',
    requireTLS: true,
    auth: { user, pass: password },
    tls: { servername: isIP(host) ? undefined : host, minVersion: 'TLSv1.2', ...(certificate && { ca: certificate }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as PoolOptions);
  // The message is read when the server is ready for it, so until then it certainly doesn't have it.
  pool.use('stream', (mail, done) => {
    const { onHanded, subject, from } = mail.data as OwnMail;
    const [title, sender] = [encodedWords(subject), encodedWords(from.name)];
    // In place of nodemailer's, which are split by bytes.
    if (title !== null) mail.message.setHeader('Subject', asIs(title));
    // It takes no finished header for addresses, so one is put in place of a name that needs no encoding.
    const placeholder = randomBytes(8).toString('hex');
    if (sender !== null) mail.message.setHeader('From', { name: placeholder, address: from.address } as never);
    mail.message.processFunc((input: Readable) =>
      Readable.from(
        (async function* handed() {
          onHanded();
          yield* sender === null ? input : withSender(input, placeholder, sender);
        })(),
      ),
    );
    done();
  });
  return pool;
}

/** The message with a finished name of its sender in its head, which ends with an empty line. */
async function* withSender(message: Readable, placeholder: string, sender: string): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of message as AsyncIterable<Buffer>) {
    if (head) head = Buffer.concat([head, chunk]);
    else yield chunk;
    if (!head?.includes('\r\n\r\n')) continue;
    yield Buffer.from(head.toString('latin1').replace(placeholder, sender), 'latin1');
    head = null;
  }
  if (head) yield head;
}

const asIs = (value: string) => ({ prepared: true, value }) as never;

export type OwnMail = SendMailOptions & {
  onHanded: () => void;
  subject: string;
  from: { name: string; address: string };
};
type PoolOptions = SMTPPool.Options & { maxRequeues: number };

const openAddressOf = (host: string) =>
  new Promise<string>((done, failed) =>
    openAddressesOnly(host, {}, (error, address) =>
      error ? failed(Object.assign(error, { code: 'EDNS' })) : done(String(address)),
    ),
  );

const isPlain = /^[\x20-\x7e]*$/;
/** Base64 of 45 bytes: with '=?UTF-8?B?' and '?=' at most 75 characters (RFC 2047). */
const room = 45;
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A header's text in encoded words that begin and end with whole letters: programs that show each word by itself would put a
 * mark of the next word on nothing. Null if the text needs none.
 */
export function encodedWords(text: string): string | null {
  // Ends of lines would begin another header.
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  if (isPlain.test(line)) return null;
  const words: string[] = [];
  let word = '';
  const add = (part: string) => {
    if (word !== '' && Buffer.byteLength(word + part) > room) {
      words.push(word);
      word = '';
    }
    word += part;
  };
  for (const { segment } of letters.segment(line.toWellFormed()))
    // Nobody writes a letter of more bytes than a word holds.
    if (Buffer.byteLength(segment) > room) for (const point of segment) add(point);
    else add(segment);
  words.push(word);
  return words.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ');
}
