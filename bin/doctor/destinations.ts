import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type pg from 'pg';
import { openAddressesOnly, refusesAddress } from '#kernel/messages/providers/addresses.ts';
import type { ProviderChannel, ProviderKind, ProviderNetwork } from '#kernel/messages/providers/provider.ts';
import { providerKinds } from '#kernel/messages/providers/providers.ts';
import { providers as gateways, type Provider as Gateway } from '#features/online/gateways/gateways.ts';
import { unsealSettings } from '#features/records/sending/keys.ts';
import type { Finding, Findings } from './finding.ts';

/** Where the services without an address of their own are. */
export const fixed: Record<string, string> = {
  twilio: 'https://api.twilio.com',
  whatsapp: 'https://graph.facebook.com',
  africastalking: 'https://api.africastalking.com',
  paystack: 'https://api.paystack.co',
  flutterwave: 'https://api.flutterwave.com',
};

interface Destination {
  label: string;
  institution: string;
  host: string;
  port: number;
  /** TLS from the first byte; otherwise the server greets first. */
  isTls: boolean;
}

interface Row {
  institutionId: number;
  institution: string;
  channel: ProviderChannel;
  kind: ProviderKind;
  sealed: Buffer;
}

/** Opens a connection to each mail server, provider and gateway that institutions use. Nothing is sent. */
export async function checkDestinations(
  say: Findings,
  client: pg.Client,
  secret: Buffer,
  network: ProviderNetwork = {},
): Promise<Finding[]> {
  const { found, findings } = await readDestinations(say, client, secret);
  const byPlace = Map.groupBy(found, ({ host, port, isTls }) => `${host}:${port} ${isTls}`);
  const probed = [...byPlace.values()].map(async (all) => {
    const { label, host, port } = all[0]!;
    const names = [...new Set(all.map(({ institution }) => institution))];
    const of = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
    const trouble = await probe(all[0]!, network).then(
      () => null,
      (error: Error) => error.message,
    );
    if (!trouble) return say.ok(`${label} (${host}:${port}) answers.`);
    return say.wrong(
      `${label} of ${of} (${host}:${port}) cannot be reached: ${trouble}. Check its settings in Akada and this machine’s firewall.`,
    );
  });
  const all = [...findings, ...(await Promise.all(probed))];
  return all.length ? all : [say.ok('No institution has set up a provider or gateway yet.')];
}

async function readDestinations(say: Findings, client: pg.Client, secret: Buffer) {
  const findings: Finding[] = [];
  const found: Destination[] = [];
  const { rows } = await client.query<Row>(
    `select p.institution_id as "institutionId", i.name as institution, p.channel, p.kind, p.sealed
     from message_providers p join institutions i on i.id = p.institution_id where p.is_on order by 1, p.id`,
  );
  for (const { sealed, institution, ...of } of rows) {
    const { label } = providerKinds[of.kind];
    const settings = unsealSettings(secret, of, sealed);
    const at = settings && placeOf(of.kind, settings);
    if (at) found.push({ label, institution, ...at });
    else
      findings.push(
        say.wrong(
          `The settings of ${label} of ${institution} cannot be read. Enter them again under Messages, Providers.`,
        ),
      );
  }
  const { rows: accepted } = await client.query<{ institution: string; provider: Gateway }>(
    `select i.name as institution, k.provider from gateway_keys k join institutions i on i.id = k.institution_id
     where k.provider <> 'test' order by 1, 2`,
  );
  for (const { institution, provider } of accepted)
    found.push({ label: gateways[provider], institution, ...addressOf(fixed[provider]!) });
  return { found, findings };
}

function placeOf(kind: ProviderKind, settings: Readonly<Record<string, string>>) {
  if (kind === 'smtp')
    return { host: settings.host ?? '', port: Number(settings.port), isTls: settings.security === 'tls' };
  const address = (fixed[kind] ?? settings.address ?? settings.base ?? '').replace(/\{\w+\}/g, 'x');
  return URL.canParse(address) ? addressOf(address) : null;
}

function addressOf(address: string) {
  const { hostname, port, protocol } = new URL(address);
  const isTls = protocol === 'https:';
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 443 : 80)), isTls };
}

const patience = 10_000;

/** Resolves once the server has proved that it is there: by its certificate, or by its greeting. */
async function probe({ host, port, isTls }: Destination, network: ProviderNetwork): Promise<void> {
  const { reachesPrivate = false, certificate, timeoutMs = patience } = network;
  if (!reachesPrivate && refusesAddress(host)) throw new Error('its address is not on the internet');
  const to = { host, port, ...(!reachesPrivate && { lookup: openAddressesOnly }) };
  const socket = isTls
    ? connectTls({ ...to, ...(!isIP(host) && { servername: host }), ...(certificate && { ca: certificate }) })
    : connect(to);
  const answer = Promise.withResolvers<void>();
  const fail = (why: string) => answer.reject(new Error(why));
  const timer = setTimeout(() => fail('it does not answer'), timeoutMs);
  socket.once('error', answer.reject).once('close', () => fail('it closed the connection'));
  socket.on('error', () => {});
  if (isTls) socket.once('secureConnect', answer.resolve);
  else
    socket.once('data', (greeting) =>
      /^220[ -]/.test(String(greeting)) ? answer.resolve() : fail('it does not answer as a mail server does'),
    );
  try {
    await answer.promise;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
