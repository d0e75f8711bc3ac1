import type { ProviderKind } from '#kernel/messages/providers/provider.ts';

/** The name of a provider's secret for its webhooks, and of their address. */
export const machineOf = (kind: ProviderKind) => `message-${kind}`;
