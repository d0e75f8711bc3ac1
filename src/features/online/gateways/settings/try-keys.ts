import { randomBytes } from 'node:crypto';
import { GatewayRefused } from '#kernel/gateways/gateway-errors.ts';
import { Refused } from '#kernel/errors.ts';
import { providers, type Provider } from '../gateways.ts';
import { gatewayInUse, type GatewayServices } from '../providers/gateway-of.ts';

/** Asks the provider about a payment that cannot exist: it knows the key if it answers that there is none. */
export async function tryKeys(services: GatewayServices, provider: Provider, institutionId: number): Promise<void> {
  const inUse = await gatewayInUse(services, provider, institutionId);
  if (!inUse) throw new Refused('form', `Save the keys of ${providers[provider]} first.`);
  const reference = `AKD-TEST-${randomBytes(8).toString('hex').toUpperCase()}`;
  try {
    await inUse.gateway.query({ reference, settings: inUse.settings });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new Refused('form', error instanceof GatewayRefused ? `${words}. Check the secret key.` : words);
  }
}
