import { readSignedCode, signedCode } from '../secrets/signed-code.ts';

/** The message of the outbox that carries the link. */
export interface UnsubscribeKey {
  institutionId: number;
  outboxId: number;
}

const purpose = 'messages.unsubscribe';

/** The code in the link of a marketing e-mail. It says neither a name nor an address. */
export const unsubscribeCode = (secret: Buffer, { institutionId, outboxId }: UnsubscribeKey): string =>
  signedCode(secret, purpose, { institutionId, id: outboxId });

/** The message of a code; null if it is none of ours. */
export function readUnsubscribeCode(secret: Buffer, code: string): UnsubscribeKey | null {
  const found = readSignedCode(secret, purpose, code);
  return found && { institutionId: found.institutionId, outboxId: found.id };
}
