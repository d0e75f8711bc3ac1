import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changeKind } from '#kernel/contracts/approval-kind.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { checkbox, choice, emptyIsNull, id } from '#kernel/schemas.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { requestChange } from '#features/records/approvals/request-change.ts';
import { onlineSettings } from '../gateways.schema.ts';
import { providers } from '../gateways.ts';
import { readKeys } from '../providers/gateway-of.ts';
import { createTestKeys, lockSettings } from './save-keys.ts';

export const SwitchGateway = z.object({ institution_id: id, provider: emptyIsNull(choice(providers)) });

export const switchGatewayChange = changeKind({
  kind: 'payments.switchGateway',
  label: 'Payment gateway',
  payload: z.object({ institutionId: z.number(), provider: z.enum(['paystack', 'flutterwave']) }),
  async act(tx, asker, { institutionId, provider }, { services }) {
    await switchGateway(tx, asker, services.secret, { institution_id: institutionId, provider }, { approved: true });
    return { message: `Families can now pay through ${providers[provider]}.` };
  },
});

/**
 * Chooses the gateway that families pay through; none switches online payments off. A gateway that takes real money needs
 * a second person.
 */
export async function switchGateway(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  { institution_id: institutionId, provider }: z.output<typeof SwitchGateway>,
  { approved = false } = {},
): Promise<Requested | null> {
  allow(actor, 'payments.settings', institutionId);
  const { isDemonstration, provider: inUse } = await lockSettings(tx, institutionId);
  if (provider === 'test') await createTestKeys(tx, actor, secret, institutionId);
  const keys = provider && (await readKeys(tx, secret, { institutionId, provider }));
  if (provider && !keys) throw new ValidationError('provider', `Save the keys of ${providers[provider]} first.`);
  if (keys?.mode === 'test' && !isDemonstration)
    throw new ValidationError(
      'provider',
      'Test payments would mix with real money. Use live keys here, or mark the institution as a demonstration first.',
    );
  if (keys?.mode === 'live' && isDemonstration)
    throw new ValidationError('provider', 'This institution is a demonstration. Real payments are not taken here.');
  if (provider && provider !== 'test' && provider !== inUse && !approved)
    return requestChange(tx, actor, switchGatewayChange, {
      institutionId,
      subject: { type: 'institution', id: institutionId },
      summary: `let families pay through ${providers[provider]}${inUse ? ` instead of ${providers[inUse]}` : ''} (${keys!.mode})`,
      payload: { institutionId, provider },
    });
  await tx.update(onlineSettings).set({ provider }).where(eq(onlineSettings.institutionId, institutionId));
  await record(tx, actor, 'payments.switchGateway', {
    institutionId,
    summary: provider ? `switched on ${providers[provider]} (${keys!.mode})` : 'switched off online payments',
  });
  return null;
}

export const MarkDemonstration = z.object({ institution_id: id, is_demonstration: checkbox });

/**
 * An institution whose books are for trying things out. It cannot have taken real money before, and stays one as long as
 * test payments are in its books.
 */
export async function markDemonstration(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, is_demonstration: isDemonstration }: z.output<typeof MarkDemonstration>,
): Promise<void> {
  allow(actor, 'payments.settings', institutionId);
  const { provider } = await lockSettings(tx, institutionId);
  if (provider) throw new ValidationError('is_demonstration', `Switch ${providers[provider]} off first.`);
  const rows = await query<{ real: boolean; test: boolean }>(tx, render)`select
    exists (select from payments where institution_id = ${institutionId} and not is_test and receipt_number is not null) as real,
    exists (select from payments where institution_id = ${institutionId} and is_test) as test`;
  if (isDemonstration && rows[0]!.real)
    throw new ValidationError('is_demonstration', 'Payments have been taken here, so its books are real.');
  if (!isDemonstration && rows[0]!.test)
    throw new ValidationError(
      'is_demonstration',
      'There are test payments in its books. Use another institution for real money.',
    );
  await tx.update(onlineSettings).set({ isDemonstration }).where(eq(onlineSettings.institutionId, institutionId));
  await record(tx, actor, 'payments.markDemonstration', {
    institutionId,
    summary: isDemonstration ? 'marked the institution as a demonstration' : 'ended the demonstration',
  });
}
