import type { Database } from '#kernel/database.ts';
import type { GatewayNetwork } from './ask.ts';
import { flutterwave } from './flutterwave.ts';
import type { Gateway, GatewayMode, GatewaySettings } from './gateway.ts';
import { paystack } from './paystack.ts';
import type { Services } from '#web/routes.ts';
import type { Provider } from '../gateways.ts';
import { readKeys } from './keys.ts';
import { testGateway } from './test-gateway.ts';

declare module '#web/routes.ts' {
  interface Services {
    /** Where payment providers are, if not on the internet. */
    gateways?: { paystack: GatewayNetwork; flutterwave: GatewayNetwork };
  }
}

/** What asking a provider needs. */
export type GatewayServices = Pick<Services, 'database' | 'secret' | 'gateways'>;

/** Those that take real money. */
export const realGateways = { paystack, flutterwave };

/** The gateway of a provider; the test gateway keeps its payments with the institution. */
export function gatewayOf({ database, gateways }: GatewayServices, provider: Provider, institutionId: number): Gateway {
  if (provider === 'paystack') return paystack(gateways?.paystack);
  if (provider === 'flutterwave') return flutterwave(gateways?.flutterwave);
  return testGateway(database, institutionId);
}

export interface GatewayInUse {
  gateway: Gateway;
  settings: GatewaySettings;
  mode: GatewayMode;
}

/** A provider with the institution's keys; null before they are saved. */
export async function gatewayInUse(
  services: GatewayServices,
  provider: Provider,
  institutionId: number,
): Promise<GatewayInUse | null> {
  const keys = await within(services.database, institutionId, services.secret, provider);
  return keys && { gateway: gatewayOf(services, provider, institutionId), ...keys };
}

const within = (database: Database, institutionId: number, secret: Buffer, provider: Provider) =>
  database.readAsSystem([institutionId], (db) => readKeys(db, secret, { institutionId, provider }));
