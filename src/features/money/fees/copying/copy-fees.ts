import { pickFields } from '#kernel/record-fields/record-field.ts';
import { feeFields } from '../fees.fields.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Db, type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { id, list, recordById } from '#kernel/schemas.ts';
import { compulsoryTotal } from '../setup/compulsory-total.ts';
import { insertFee } from '../setup/create-fee.ts';
import { type FeeInput, percent } from '../setup/percent-field.ts';
import { readFees, type FeeDetails, checkFee, checkPlaces } from '../setup/fee.queries.ts';
import { roundingSteps } from './rounding.ts';
import { addDays, type Day } from '#kernel/dates.ts';
import { audienceInForm } from '../audience/audience-input.ts';

/** A term, `t12`, or the whole of a session, `s3`. */
export const PlaceKey = z.string().regex(/^[ts]\d{1,16}$/, 'Choose a term.');

export interface Place {
  key: string;
  name: string;
  /** The term’s name alone; null for a whole session. */
  term: string | null;
  session: string;
  sessionId: number;
  termId: number | null;
  startsOn: string;
  sessionStartsOn: string;
  isClosed: boolean;
  fees: number;
}

/** The terms of an institution and its sessions as a whole, the latest first. */
export async function placesOf(db: Db, institutionId: number): Promise<Place[]> {
  const rows = await query<Place>(db, render)`
    select p.*, (select count(*)::int from fees f where f.institution_id = ${institutionId}
      and f.session_id = p."sessionId" and f.term_id is not distinct from p."termId" and f.ended_at is null) as fees
    from (
      select 't' || t.id as key, t.name || ', ' || s.name as name,
        t.name as term, s.name as session, s.id as "sessionId", t.id as "termId",
        t.starts_on as "startsOn", s.starts_on as "sessionStartsOn", s.closed_at is not null as "isClosed"
      from terms t join academic_sessions s on (s.institution_id, s.id) = (t.institution_id, t.session_id)
      where t.institution_id = ${institutionId}
      union all
      select 's' || s.id, 'Whole session ' || s.name, null, s.name, s.id, null, s.starts_on, s.starts_on, s.closed_at is not null
      from academic_sessions s where s.institution_id = ${institutionId}) p
    order by p."startsOn" desc, p."termId" nulls last`;
  return rows;
}

/** From the latest term with fees to the term after it. */
export function usualPlaces(places: Place[]): { from: Place | undefined; to: Place | undefined } {
  const terms = places.filter(({ termId }) => termId !== null);
  const from = terms.find(({ fees }) => fees > 0);
  const to = terms.filter(({ startsOn, isClosed }) => from && startsOn > from.startsOn && !isClosed).at(-1);
  return { from, to };
}

const noPercent = z.preprocess((value) => (value === undefined || value === '' ? '0' : value), z.literal('0'));

export const AdjustmentFields = {
  percent: z.union([noPercent.transform(() => 0), percent]).default(0),
  direction: z.enum(['up', 'down']).default('up'),
  step: z.coerce
    .number()
    .refine((step) => roundingSteps.includes(step), 'Choose a step.')
    .default(10_000),
};

export const CopyFees = z.object({
  institutionId: id,
  from: PlaceKey,
  to: PlaceKey,
  ...AdjustmentFields,
  fees: list(id).refine((ids) => ids.length <= 500, 'Copy up to 500 fees at once.'),
  /** What each fee came to in the preview: a fee that was changed since is shown again first. */
  shown: recordById(z.coerce.number().int()).default({}),
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
function titleIn(title: string, from: Place, to: Place): string {
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
    if (!fee) throw new ValidationError('fees', `Some of the fees are no longer in ${from.name}. Check the list.`);
    const copy = await inSession(tx, institutionId, copyFor(fee, from, to, input), to);
    if (shown[feeId] !== undefined && shown[feeId] !== compulsoryTotal(copy.particulars))
      throw new ValidationError('fees', `${fee.title} has since changed. Check its new amount and copy again.`);
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
  const rows = await query<{ batchId: number | null; classId: number }>(tx, render)`
    select n.id as "batchId", b.class_id as "classId" from batches b
    left join batches n on n.institution_id = b.institution_id and n.session_id = ${to.sessionId}
      and n.class_id = b.class_id and n.arm = b.arm
    where b.institution_id = ${institutionId} and b.id = any (${sql.param(copy.batches)}::bigint[]) order by b.id`;
  const batches = rows.flatMap(({ batchId }) => batchId ?? []);
  if (batches.length === rows.length) return { ...copy, batches };
  return { ...copy, batches: [], classes: [...new Set([...copy.classes, ...rows.map(({ classId }) => classId)])] };
}

/** By how much the fees of another term rise or fall, in hundredths of a percent, and the step they are rounded to. */
export interface Adjustment {
  percent: number;
  direction: 'up' | 'down';
  /** In minor units. */
  step: number;
}

/** An amount after a rise or fall, rounded half up to the step; never nothing. Unchanged without a percentage. */
export function adjusted(amount: number, { percent, direction, step }: Adjustment): number {
  if (percent === 0) return amount;
  const factor = BigInt(direction === 'up' ? 10_000 + percent : 10_000 - percent);
  const unit = BigInt(step) * 10_000n;
  const steps = (BigInt(amount) * factor + unit / 2n) / unit;
  return Math.max(step, Number(steps) * step);
}

const oneDay = 86_400_000;

/** A fee as the form of a new one would send it: its parts get ids of their own. Archived discounts are skipped. */
export function inputOf(fee: FeeDetails): FeeInput {
  const { categoryId, sessionId, termId } = fee;
  const { fineHow, fineAmount, finePercent, fineGraceDays, fineCap } = fee;
  return {
    ...pickFields(feeFields, fee),
    categoryId,
    sessionId,
    termId,
    fineHow,
    fineAmount,
    finePercent,
    fineGraceDays,
    fineCap,
    ...audienceInForm(fee.audience),
    particulars: fee.particulars.map(({ id, name, categoryId: category, amount, isOptional }) => ({
      id: null,
      key: String(id),
      name,
      categoryId: category,
      amount,
      isOptional,
    })),
    instalments: fee.instalments.map(({ id, dueOn, percent, amount }) => ({
      id: null,
      key: String(id),
      dueOn,
      percent,
      amount,
    })),
    discounts: fee.discounts.filter(({ isArchived }) => !isArchived).map(({ schemeId }) => ({ schemeId })),
  };
}

/** The same with other amounts; instalments of an amount keep their part of the whole. */
export function withAmounts(input: FeeInput, amountOf: (row: FeeInput['particulars'][number]) => number): FeeInput {
  const particulars = input.particulars.map((row) => ({ ...row, amount: amountOf(row) }));
  const [before, after] = [compulsoryTotal(input.particulars), compulsoryTotal(particulars)];
  const scaled = (amount: number) =>
    before === 0 ? amount : Math.max(1, Number((BigInt(amount) * BigInt(after)) / BigInt(before)));
  const instalments = input.instalments.map((row) => ({
    ...row,
    amount: row.amount === null ? null : scaled(row.amount),
  }));
  return { ...input, particulars, instalments };
}

/** Days from one day to another. */
const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / oneDay;

/** Due dates moved by days, but not before a day; they stay in their order. */
function movedDates(dates: readonly Day[], days: number, notBefore: Day): Day[] {
  const moved: Day[] = [];
  for (const date of dates) {
    const earliest = moved.length === 0 ? notBefore : addDays(moved.at(-1)!, 1);
    const wanted = addDays(date, days);
    moved.push(wanted < earliest ? earliest : wanted);
  }
  return moved;
}
