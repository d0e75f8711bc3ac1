import type { ProviderKind } from '#kernel/messages/providers/provider.ts';
import { isSignedByMeta, isSignedByTwilio } from '#kernel/messages/providers/hook-signatures.ts';
import { hmacOfBody, secretInAddress, type Verifier } from '#kernel/secrets/signatures.ts';
import { machineOf } from './machine-of.ts';

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
