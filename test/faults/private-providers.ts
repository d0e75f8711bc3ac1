import { openProvider as openReal } from '#kernel/messages/providers/providers.ts';
import type { ProviderKind, ProviderNetwork } from '#kernel/messages/providers/provider.ts';

export { providerKinds } from '#kernel/messages/providers/providers.ts';

/** As in the product, except that a provider may be a server of the test on this machine. */
export const openProvider = (kind: ProviderKind, network: ProviderNetwork = {}) =>
  openReal(kind, { timeoutMs: 5000, ...network, reachesPrivate: true });
