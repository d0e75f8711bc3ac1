import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { ApprovalKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { keyFor, seal, unseal } from '#kernel/secrets/keys.ts';
import { pendingChanges } from './approvals.schema.ts';
import { requestApproval, type ApprovalRequest, type Requested } from './request-approval.ts';

const keyOf = (secret: Buffer, institutionId: number) => keyFor(secret, `pending change:${institutionId}`);

/**
 * Asks for a change of a destination instead of making it. What holds secrets goes into `sealed`, which only the kind's
 * `act` reads, with `sealedChange`.
 */
export async function requestChange<Payload extends z.ZodType>(
  tx: Tx,
  actor: Actor,
  kind: ApprovalKind<Payload>,
  { sealed, ...request }: ApprovalRequest<z.input<Payload>> & { sealed?: { secret: Buffer; value: object } },
): Promise<Requested> {
  const requested = await requestApproval(tx, actor, kind, request);
  const { institutionId } = request;
  if (sealed)
    await tx.insert(pendingChanges).values({
      institutionId,
      approvalId: requested.id,
      sealed: seal(keyOf(sealed.secret, institutionId), JSON.stringify(sealed.value)),
    });
  return requested;
}

/** What was sealed with the request. */
export async function sealedChange<Value extends z.ZodType>(
  tx: Tx,
  secret: Buffer,
  { institutionId, approvalId }: { institutionId: number; approvalId: number },
  schema: Value,
): Promise<z.output<Value>> {
  const [row] = await tx
    .select({ sealed: pendingChanges.sealed })
    .from(pendingChanges)
    .where(and(eq(pendingChanges.institutionId, institutionId), eq(pendingChanges.approvalId, approvalId)));
  const text = row && unseal(keyOf(secret, institutionId), row.sealed);
  if (!text)
    throw new ValidationError(
      'form',
      'The installation’s key has changed since. Decline this request and enter it again.',
    );
  return schema.parse(JSON.parse(text));
}
