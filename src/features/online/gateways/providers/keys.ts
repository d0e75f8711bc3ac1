import { and, eq } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import type { GatewayMode, GatewaySettings } from './gateway.ts';
import { keyFor, seal, unseal } from '#kernel/secrets/sealed.ts';
import { gatewayKeys } from '../gateways.schema.ts';
import type { Provider } from '../gateways.ts';

export interface KeysOf {
  institutionId: number;
  provider: Provider;
}

const keyOf = (secret: Buffer, { institutionId, provider }: KeysOf) =>
  keyFor(secret, `gateway:${institutionId}:${provider}`);

export const sealKeys = (secret: Buffer, of: KeysOf, settings: GatewaySettings): Buffer =>
  seal(keyOf(secret, of), JSON.stringify(settings));

/** The saved settings; null if there are none, or if the installation's key has changed since. */
export async function readKeys(
  db: Db,
  secret: Buffer,
  of: KeysOf,
): Promise<{ settings: GatewaySettings; mode: GatewayMode } | null> {
  const [row] = await db
    .select({ sealed: gatewayKeys.sealed, mode: gatewayKeys.mode })
    .from(gatewayKeys)
    .where(isOf(of));
  const text = row && unseal(keyOf(secret, of), row.sealed);
  return text ? { settings: JSON.parse(text) as GatewaySettings, mode: row.mode } : null;
}

export const isOf = ({ institutionId, provider }: KeysOf) =>
  and(eq(gatewayKeys.institutionId, institutionId), eq(gatewayKeys.provider, provider));

/** The name of the route's secret for its webhooks. */
export const machineOf = (provider: Provider) => (provider === 'test' ? 'test-gateway' : provider);
