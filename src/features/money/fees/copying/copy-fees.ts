import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, render, type Db, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { id, list } from '#kernel/schemas.ts';
import { checkFee } from '../setup/check-fee.ts';
import { checkPlaces } from '../setup/check-places.ts';
import { compulsoryTotal } from '../setup/compulsory-total.ts';
import { insertFee } from '../setup/create-fee.ts';
import type { FeeInput } from '../setup/fee-fields.ts';
import { readFees, type FeeDetails } from '../setup/fee.queries.ts';
import { adjusted, type Adjustment } from './adjusted.ts';
import { AdjustmentFields } from './adjustment-fields.ts';
import { daysBetween, inputOf, movedDates, withAmounts } from './copy-of.ts';
import { PlaceKey, placesOf, type Place } from './place.ts';

export const CopyFees = z.object({
  institutionId: id,
  from: PlaceKey,
  to: PlaceKey,
  ...AdjustmentFields,
  fees: list(id).refine((ids) => ids.length <= 500, 'Copy up to 500 fees at once.'),
  /** What each fee came to in the preview: a fee that was changed since is shown again first. */
  shown: z.record(z.string().regex(/^\d{1,16}$/), z.coerce.number().int()).default({}),
});

/** The fees of a place that can be copied. */
export const feesOf = (db: Db, actor: Actor, institutionId: number, { sessionId, termId }: Place) =>
  readFees(
    db,
    actor,
    sql`f.institution_id = ${institutionId} and f.session_id = ${sessionId}
      and f.term_id is not distinct from ${termId} and f.ended_at is null`,
  );

/** A fee as it would be in another term: amounts adjusted, due dates moved with the start of the term. */
export function copyFor(fee: FeeDetails, from: Place, to: Place, adjustment: Adjustment): FeeInput {
  const { sessionId, termId, sessionStartsOn } = to;
  const copy = withAmounts(inputOf(fee), ({ amount }) => adjusted(amount, adjustment));
  const days = daysBetween(from.startsOn, to.startsOn);
  const dates = movedDates(
    copy.instalments.map(({ dueOn }) => dueOn),
    days,
    sessionStartsOn,
  );
  const instalments = copy.instalments.map((row, at) => ({ ...row, dueOn: dates[at]! }));
  return { ...copy, title: titleIn(fee.title, from, to), instalments, sessionId, termId };
}

/** 'Second Term fees' of 'First Term fees': a title that names its term or session names the new one. */
export function titleIn(title: string, from: Place, to: Place): string {
  const inTerm = from.term && to.term ? title.replace(from.term, () => to.term!) : title;
  return inTerm.replace(from.session, () => to.session).slice(0, 120);
}

/** Copies fees of one term to another with adjusted amounts, all or none. Returns how many. */
export async function copyFees(tx: Tx, actor: Actor, input: z.infer<typeof CopyFees>): Promise<number> {
  const { institutionId, fees: wanted, shown } = input;
  allow(actor, 'fees.edit', institutionId);
  if (wanted.length === 0) throw new ValidationError('fees', 'Tick at least one fee.');
  const places = await placesOf(tx, institutionId);
  const [from, to] = [input.from, input.to].map((key) => places.find((place) => place.key === key));
  if (!from) throw new ValidationError('from', 'Choose a term.');
  if (!to || to.key === from.key) throw new ValidationError('to', 'Choose another term to copy to.');
  const all = await feesOf(tx, actor, institutionId, from);
  for (const feeId of new Set(wanted)) {
    const fee = all.find((each) => each.id === feeId);
    if (!fee) throw new ValidationError('fees', `Some of the fees are not in ${from.name} any more. Check the list.`);
    const copy = await inSession(tx, institutionId, copyFor(fee, from, to, input), to);
    if (shown[feeId] !== undefined && shown[feeId] !== compulsoryTotal(copy.particulars))
      throw new ValidationError('fees', `${fee.title} was changed meanwhile. Check its new amount and copy again.`);
    checkFee(copy, await checkPlaces(tx, institutionId, copy));
    await insertFee(tx, actor, institutionId, copy, feeId);
  }
  await record(tx, actor, 'fees.copyFees', {
    institutionId,
    summary: `copied ${wanted.length === 1 ? '1 fee' : `${wanted.length} fees`} from ${from.name} to ${to.name}`,
    details: { percent: input.percent, direction: input.direction, step: input.step, fees: wanted },
  });
  return wanted.length;
}

/** Batches belong to a session: each becomes the one of the same class and arm, or else its class as a whole. */
async function inSession(tx: Tx, institutionId: number, copy: FeeInput, to: Place): Promise<FeeInput> {
  if (copy.batches.length === 0) return copy;
  const rows = await query<{ batchId: number | null; classId: number }>(
    tx,
    render(sql`
    select n.id as "batchId", b.class_id as "classId" from batches b
    left join batches n on n.institution_id = b.institution_id and n.session_id = ${to.sessionId}
      and n.class_id = b.class_id and n.arm = b.arm
    where b.institution_id = ${institutionId} and b.id = any (${sql.param(copy.batches)}::bigint[]) order by b.id`),
  );
  const batches = rows.flatMap(({ batchId }) => batchId ?? []);
  if (batches.length === rows.length) return { ...copy, batches };
  return { ...copy, batches: [], classes: [...new Set([...copy.classes, ...rows.map(({ classId }) => classId)])] };
}
