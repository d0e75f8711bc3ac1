import type { ProviderKind } from '#kernel/messages/providers/provider.ts';

/** The name of a provider's secret for its webhooks, and of their address. */
export const machineOf = (kind: ProviderKind) => `message-${kind}`;

/** Texts from a provider that signs nothing: the address of its reports can't be used to forge them. */
export const incomingMachine = 'incoming-africastalking';

/** Webhooks of providers that sign nothing: a secret of ours stands in their address. */
export const addressMachines = {
  'message-africastalking': 'reports of Africa’s Talking',
  [incomingMachine]: 'texts from Africa’s Talking',
  'message-http': 'reports of another provider',
  'message-smtp': 'returned e-mails',
} as const;
