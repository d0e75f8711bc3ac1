import { once } from 'node:events';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type pg from 'pg';
import { isLoopback } from '#kernel/public-origin.ts';
import { type Finding, type Findings, ageInWords, counted, levelBy } from './finding.ts';

/** Seconds: codes of two-step verification change every 30. */
const clockLimits = { warning: 2, wrong: 20 };
/** The header has whole seconds, and an answer takes a while. */
const headerLimits = { warning: 5, wrong: 20 };
const day = 86_400_000;
const [soon, veryLate] = [14, 3];

/** The clock of this machine against the database’s. */
export async function checkClock(say: Findings, client: pg.Client, now = Date.now): Promise<Finding[]> {
  const before = now();
  const { rows } = await client.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  );
  const off = ((before + now()) / 2 - rows[0]!.at) / 1000;
  return [sayClock(say, off, clockLimits, 'the database’s')];
}

function sayClock(say: Findings, off: number, limits: typeof clockLimits, whose: string): Finding {
  const level = levelBy(Math.abs(off), limits);
  if (level === 'ok') return say.ok(`This machine’s clock agrees with ${whose}.`);
  const text = `This machine’s clock is ${ageInWords(off)} ${off > 0 ? 'ahead of' : 'behind'} ${whose}. Switch on time synchronisation (NTP) on both.`;
  return say[level](text);
}

interface Seen {
  date: string | undefined;
  validTo: string;
  /** Why a browser would not trust the certificate. */
  problem: string | undefined;
}

/** The certificate of the public address, and the clock of what answers there. */
export async function checkPublicAddress(say: Findings, publicUrl: string | null): Promise<Finding[]> {
  if (!publicUrl) return [say.warning('The public address is not known yet. Set it under Settings, Public address.')];
  const { protocol, hostname } = new URL(publicUrl);
  if (isLoopback(hostname)) return [say.ok(`${publicUrl} is this machine.`)];
  if (protocol !== 'https:')
    return [
      say.warning(`${publicUrl} is not encrypted: passwords can be read on the way. Put a proxy with TLS in front.`),
    ];
  const seen = await look(publicUrl).catch((error: Error) => error);
  if (seen instanceof Error)
    return [
      say.warning(
        `${publicUrl} cannot be reached from this machine (${seen.message}). Open it in a browser; if it does not open there, check the proxy and the name’s DNS entry.`,
      ),
    ];
  return [judgeCertificate(say, hostname, seen), ...judgeDate(say, publicUrl, seen.date)];
}

async function look(publicUrl: string): Promise<Seen> {
  // What is wrong with the certificate is the finding.
  const asked = request(`${publicUrl}/health/live`, {
    method: 'HEAD',
    rejectUnauthorized: false,
    agent: false,
    timeout: 10_000,
  });
  asked.once('timeout', () => asked.destroy(new Error('no answer within 10 seconds')));
  asked.end();
  const [response] = await once(asked, 'response');
  const socket = response.socket as TLSSocket;
  const seen = {
    date: response.headers.date as string | undefined,
    validTo: socket.getPeerCertificate().valid_to,
    problem: socket.authorized ? undefined : String(socket.authorizationError),
  };
  asked.destroy();
  return seen;
}

export function judgeCertificate(say: Findings, hostname: string, seen: Omit<Seen, 'date'>, now = Date.now()): Finding {
  const days = Math.floor((Date.parse(seen.validTo) - now) / day);
  const renew = 'Renew it, and check why that did not happen by itself.';
  if (days < 0) return say.wrong(`The certificate of ${hostname} expired ${counted(-days, 'day')} ago. ${renew}`);
  if (seen.problem)
    return say.wrong(
      `Browsers do not trust the certificate of ${hostname} (${seen.problem}). Install one that they do.`,
    );
  const left = `The certificate of ${hostname} is valid for ${counted(days, 'more day')}`;
  if (days < veryLate) return say.wrong(`${left}. ${renew}`);
  return days < soon ? say.warning(`${left}. ${renew}`) : say.ok(`${left}.`);
}

export function judgeDate(say: Findings, publicUrl: string, date: string | undefined, now = Date.now()): Finding[] {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? [] : [sayClock(say, (now - at) / 1000, headerLimits, `that of ${publicUrl}`)];
}
