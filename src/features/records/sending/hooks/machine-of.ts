import type { ProviderKind } from '#kernel/messages/providers/provider.ts';
import { isSignedByMeta, isSignedByTwilio } from '#kernel/messages/providers/hook-signatures.ts';
import { hmacOfBody, secretInAddress, type Verifier } from '#kernel/secrets/signatures.ts';

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

/** How each provider signs. A request is checked before any provider's code is loaded. */
export const hookVerifiers: Record<ProviderKind, Verifier> = {
  termii: hmacOfBody('x-termii-signature', 'sha512'),
  africastalking: secretInAddress,
  twilio: isSignedByTwilio,
  http: secretInAddress,
  smtp: secretInAddress,
  whatsapp: isSignedByMeta,
};

/** Texts of these came with the provider's own signature. All others came over a secret that people of the school know. */
export const verifiedMachines: readonly string[] = (Object.keys(hookVerifiers) as ProviderKind[])
  .filter((kind) => hookVerifiers[kind] !== secretInAddress)
  .map(machineOf);
