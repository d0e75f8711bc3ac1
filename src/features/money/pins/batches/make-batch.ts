import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { take } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { addDays, formatDay, today } from '#kernel/dates.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { choice, emptyIsNull, id, optionalDay } from '#kernel/schemas.ts';
import { ownHosts, ownOrigin } from '#features/school/site/own-hosts.ts';
import { sites } from '#features/school/site/site.schema.ts';
import { countOf } from '#ui/format.ts';
import { pinBatches, pinKinds } from '../pins.schema.ts';
import { batchPurposes, largestBatch, layouts, type PinType } from '../pins.ts';

const many = `Enter a number from 1 to ${largestBatch.toLocaleString('en')}.`;
export const MakeBatch = z.object({
  kind_id: id,
  purpose: choice(batchPurposes),
  quantity: z.coerce.number({ error: many }).int(many).min(1, many).max(largestBatch, many),
  expires_on: optionalDay,
  layout: emptyIsNull(choice(layouts)),
});

/** Reserves the serial numbers of a batch; a job makes its pins and writes its sheet. Returns the batch's id. */
export async function makeBatch(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  origin: string,
  input: z.infer<typeof MakeBatch>,
): Promise<{ id: number; institutionId: number }> {
  const kind = await lockKind(tx, input.kind_id);
  const { institutionId } = kind;
  allow(actor, 'pins.make', institutionId);
  const { purpose, quantity, layout } = input;
  if (purpose === 'cards' && layout === null) throw new ValidationError('layout', 'Choose how the cards are printed.');
  const now = today(membershipIn(actor, institutionId)!.timeZone);
  const expiresOn = input.expires_on ?? addDays(now, kind.validDays);
  if (expiresOn <= now) throw new ValidationError('expires_on', 'Choose a day after today.');
  if (expiresOn > addDays(now, 1830))
    throw new ValidationError('expires_on', 'Pins can be valid for up to five years.');
  const number = await take(tx, institutionId, 'pin batch');
  const firstSerial = await take(tx, institutionId, 'pin', quantity);
  const [batch] = await tx
    .insert(pinBatches)
    .values({
      institutionId,
      number,
      kindId: kind.id,
      purpose,
      quantity,
      firstSerial,
      expiresOn,
      layout: purpose === 'cards' ? layout : null,
      accountId: actor.accountId!,
      link: purpose === 'cards' ? await formAddress(tx, institutionId, origin, kind.type) : null,
    })
    .returning({ id: pinBatches.id });
  await jobs.send(tx, 'pins.make', { institutionId, batchId: batch!.id }, { group: institutionId });
  await record(tx, actor, 'pins.make', {
    institutionId,
    summary: `made ${countOf(quantity, 'pin')} “${kind.name}”, valid until ${formatDay(expiresOn)}`,
    subject: { type: 'pin_batch', id: batch!.id },
    details: { number, purpose, firstSerial, quantity },
  });
  return { id: batch!.id, institutionId };
}

async function lockKind(tx: Tx, kindId: number) {
  const [kind] = await tx
    .select()
    .from(pinKinds)
    .where(and(eq(pinKinds.id, kindId), isNull(pinKinds.archivedAt)))
    .for('share');
  if (!kind) throw new NotFound('type of pin');
  return kind;
}

/** Where the pins are used on the institution's site, if it has one. */
async function formAddress(tx: Tx, institutionId: number, origin: string, type: PinType): Promise<string | null> {
  const [site] = await tx
    .select({ slug: sites.slug, hosts: ownHosts(sql`${institutionId}::int`) })
    .from(sites)
    .where(eq(sites.institutionId, institutionId));
  return site ? `${ownOrigin(site.hosts, origin)}/sites/${site.slug}/${type === 'result' ? 'result' : 'apply'}` : null;
}
