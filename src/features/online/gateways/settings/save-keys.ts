import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changeKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { choice, id, optionalLine, amount, checkbox } from '#kernel/schemas.ts';
import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { requestChange, sealedChange } from '#features/records/approvals/request-change.ts';
import { gatewayKeys, onlineSettings } from '../gateways.schema.ts';
import { providers, type Provider } from '../gateways.ts';
import {
  gatewayOf,
  realGateways,
  type GatewayServices,
  isOf,
  machineOf,
  readKeys,
  sealKeys,
  type KeysOf,
} from '../providers/gateway-of.ts';
import type { Gateway, GatewayMode, GatewaySettings } from '../providers/gateway.ts';
import { formatMoney } from '#kernel/money.ts';

export const SaveKeys = z.object({
  institution_id: id,
  provider: choice({ paystack: providers.paystack, flutterwave: providers.flutterwave }),
  secretKey: optionalLine(300, 'The secret key'),
  webhookHash: optionalLine(200, 'The webhook secret hash'),
  accountBank: optionalLine(60, 'The bank'),
});

const Settings = z.record(z.string(), z.string());

export const saveKeysChange = changeKind({
  kind: 'payments.saveKeys',
  label: 'Keys of a payment gateway',
  payload: z.object({
    institutionId: z.number(),
    provider: z.enum(['paystack', 'flutterwave']),
    /** Shown to the decider: what was entered, without secrets. */
    lines: z.array(z.tuple([z.string(), z.string()])),
  }),
  async act(tx, asker, { institutionId, provider }, { services: { secret }, approvalId }) {
    const settings = await sealedChange(tx, secret, { institutionId, approvalId }, Settings);
    await writeAgreedKeys(tx, asker, secret, { institutionId, provider, settings });
    return { message: `The keys of ${providers[provider]} are saved.` };
  },
  details: (_reader, { lines }) => lines,
});

/**
 * Asks a second person to save a provider's keys: they decide whose account families pay into. Secrets that are left
 * empty stay as they are.
 */
export async function saveKeys(
  tx: Tx,
  actor: Actor,
  services: GatewayServices,
  { institution_id: institutionId, provider, ...given }: z.output<typeof SaveKeys>,
): Promise<Requested | null> {
  allow(actor, 'payments.settings', institutionId);
  const inUse = await lockSettings(tx, institutionId);
  const of = { institutionId, provider };
  const stored = await readKeys(tx, services.secret, of);
  const gateway = gatewayOf(services, provider, institutionId);
  const settings: GatewaySettings = Object.fromEntries(
    gateway.fields.flatMap(({ name, isSecret }) => {
      const value = given[name] ?? (isSecret ? stored?.settings[name] : null);
      return value ? [[name, value]] : [];
    }),
  );
  for (const [field, problem] of Object.entries(gateway.problems(settings))) throw new ValidationError(field, problem);
  const mode = modeFor(gateway, settings, { inUse, provider, stored });
  if (stored && isDeepStrictEqual({ ...stored.settings }, settings)) return null;
  return requestChange(tx, actor, saveKeysChange, {
    institutionId,
    subject: { type: 'institution', id: institutionId },
    about: provider,
    summary: `${stored ? 'replace' : 'save'} the ${mode} keys of ${providers[provider]}${inUse.provider === provider ? ', through which families pay' : ''}`,
    payload: { institutionId, provider, lines: linesOf(gateway, settings, stored?.settings ?? null) },
    sealed: { secret: services.secret, value: settings },
  });
}

interface InUse {
  inUse: OnlineSettings;
  provider: Provider;
  stored: { mode: GatewayMode } | null;
}

function modeFor(gateway: Gateway, settings: GatewaySettings, { inUse, provider, stored }: InUse): GatewayMode {
  const mode = gateway.modeOf(settings)!;
  if (inUse.provider === provider && stored && stored.mode !== mode)
    throw new ValidationError(
      'secretKey',
      `This is a ${mode} key. Switch ${providers[provider]} off before you change the mode.`,
    );
  return mode;
}

/** Saves keys that two people have agreed on; the webhook route learns what signs. */
async function writeAgreedKeys(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  { institutionId, provider, settings }: KeysOf & { provider: 'paystack' | 'flutterwave'; settings: GatewaySettings },
) {
  allow(actor, 'payments.settings', institutionId);
  const of = { institutionId, provider };
  const inUse = await lockSettings(tx, institutionId);
  const gateway = realGateways[provider]();
  const mode = modeFor(gateway, settings, { inUse, provider, stored: await readKeys(tx, secret, of) });
  const signedWith = settings[gateway.webhook.secret]!;
  await writeKeys(tx, actor, secret, Object.assign(of, { settings, mode, signedWith }));
  await record(tx, actor, 'payments.saveKeys', {
    institutionId,
    summary: `saved ${mode} keys of ${providers[provider]}`,
  });
}

/** The test gateway signs with a secret that nobody types. */
export async function createTestKeys(tx: Tx, actor: Actor, secret: Buffer, institutionId: number): Promise<void> {
  const of = { institutionId, provider: 'test' } as const;
  if (await readKeys(tx, secret, of)) return;
  const secretKey = randomBytes(32).toString('hex');
  await writeKeys(tx, actor, secret, { ...of, settings: { secretKey }, mode: 'test', signedWith: secretKey });
}

interface NewKeys extends KeysOf {
  settings: GatewaySettings;
  mode: GatewayMode;
  signedWith: string;
}

async function writeKeys(tx: Tx, actor: Actor, secret: Buffer, { settings, mode, signedWith, ...of }: NewKeys) {
  const saved = { sealed: sealKeys(secret, of, settings), mode, savedAt: new Date(), savedBy: actor.accountId };
  await tx
    .insert(gatewayKeys)
    .values({ ...of, ...saved })
    .onConflictDoUpdate({
      target: [gatewayKeys.institutionId, gatewayKeys.provider],
      set: { ...saved, testedAt: null },
    });
  await replaceSecret(tx, secret, { institutionId: of.institutionId, machine: machineOf(of.provider) }, signedWith);
}

/** The provider has accepted the keys. */
export const markTested = (tx: Tx, institutionId: number, provider: Provider) =>
  tx
    .update(gatewayKeys)
    .set({ testedAt: sql`now()` })
    .where(isOf({ institutionId, provider }));

/** Deciders see the end of a key and can compare it with the provider's dashboard. */
const linesOf = (gateway: Gateway, settings: GatewaySettings, stored: GatewaySettings | null): [string, string][] =>
  gateway.fields.flatMap(({ name, label, isSecret }): [string, string][] => {
    const [value, old] = [settings[name] ?? '', stored?.[name] ?? ''];
    if (value === old) return [];
    return [[label, isSecret ? `ends in ${value.slice(-4)}` : value || 'None']];
  });

export const OnlineTerms = z.object({
  institution_id: id,
  minimum: amount('The minimum').refine((minor) => minor >= 100, 'Enter at least 1.00.'),
  gives_accounts: checkbox,
});

/** The least that families pay at once, and whether they can ask for a bank account of the child's own. */
export async function setTerms(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, minimum, gives_accounts: givesAccounts }: z.output<typeof OnlineTerms>,
): Promise<void> {
  allow(actor, 'payments.settings', institutionId);
  await lockSettings(tx, institutionId);
  await tx
    .update(onlineSettings)
    .set({ minimum, givesAccounts })
    .where(eq(onlineSettings.institutionId, institutionId));
  const { currency } = membershipIn(actor, institutionId)!;
  await record(tx, actor, 'payments.onlineTerms', {
    institutionId,
    summary: `set the minimum online payment to ${formatMoney({ minor: minimum, currency })}, bank accounts for students ${givesAccounts ? 'on' : 'off'}`,
  });
}

type OnlineSettings = typeof onlineSettings.$inferSelect;

const unset = (institutionId: number): OnlineSettings => ({
  institutionId,
  provider: null,
  isDemonstration: false,
  minimum: 100_000,
  givesAccounts: false,
});

/** How families of an institution pay online; what a new one starts with if nothing is saved. */
export async function settingsOf(db: Db, institutionId: number): Promise<OnlineSettings> {
  const [row] = await db.select().from(onlineSettings).where(eq(onlineSettings.institutionId, institutionId));
  return row ?? unset(institutionId);
}

/** The same, locked. The row is created if there is none, so that two first changes wait for each other. */
export async function lockSettings(tx: Tx, institutionId: number): Promise<OnlineSettings> {
  await tx.execute(sql`insert into online_settings (institution_id) values (${institutionId}) on conflict do nothing`);
  const [row] = await tx
    .select()
    .from(onlineSettings)
    .where(eq(onlineSettings.institutionId, institutionId))
    .for('no key update');
  return row!;
}

/** Whether an institution takes payments online. */
export async function canPayOnline(db: Db, institutionId: number): Promise<boolean> {
  return (await settingsOf(db, institutionId)).provider !== null;
}
