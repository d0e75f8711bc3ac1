import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import type { GatewayMode, GatewaySettings } from '#kernel/gateways/gateway.ts';
import { choice, id, optionalLine } from '#kernel/schemas.ts';
import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import { gatewayKeys } from '../gateways.schema.ts';
import { providers, type Provider } from '../gateways.ts';
import { gatewayOf, type GatewayServices } from '../providers/gateway-of.ts';
import { isOf, machineOf, readKeys, sealKeys, type KeysOf } from '../providers/keys.ts';
import { lockSettings } from './online-settings.ts';

export const SaveKeys = z.object({
  institution_id: id,
  provider: choice({ paystack: providers.paystack, flutterwave: providers.flutterwave }),
  secretKey: optionalLine(300, 'The secret key'),
  webhookHash: optionalLine(200, 'The webhook secret hash'),
  accountBank: optionalLine(60, 'The bank'),
});

/** Saves a provider's keys. Secrets that are left empty stay as they are; the webhook route learns what signs. */
export async function saveKeys(
  tx: Tx,
  actor: Actor,
  services: GatewayServices,
  { institution_id: institutionId, provider, ...given }: z.output<typeof SaveKeys>,
): Promise<void> {
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
  for (const [field, problem] of Object.entries(gateway.problems(settings))) throw new Refused(field, problem);
  const mode = gateway.modeOf(settings)!;
  if (inUse.provider === provider && stored && stored.mode !== mode)
    throw new Refused(
      'secretKey',
      `This is a ${mode} key. Switch ${providers[provider]} off before you change the mode.`,
    );
  await writeKeys(tx, actor, services.secret, { ...of, settings, mode, signedWith: settings[gateway.webhook.secret]! });
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
