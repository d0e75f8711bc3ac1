import type { ProviderKind } from '#kernel/messages/providers/provider.ts';
import { isSignedByMeta, isSignedByTwilio } from '#kernel/messages/providers/hook-signatures.ts';
import { hmacOfBody, secretInAddress, type Verifier } from '#kernel/secrets/signatures.ts';

/** How each provider signs. A request is checked before any provider's code is loaded. */
export const hookVerifiers: Record<ProviderKind, Verifier> = {
  termii: hmacOfBody('x-termii-signature', 'sha512'),
  africastalking: secretInAddress,
  twilio: isSignedByTwilio,
  http: secretInAddress,
  smtp: secretInAddress,
  whatsapp: isSignedByMeta,
};
