import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { eventLabel } from '#kernel/messages/event-labels.ts';
import { fieldsOf, fill } from '#kernel/messages/events.ts';
import { segmentsOf } from '#kernel/messages/segments.ts';
import { allSwitches } from '#kernel/messages/switches.ts';
import { checkbox } from '#kernel/schemas.ts';
import { studentAbsent } from '#features/teaching/attendance/attendance.events.ts';
import { saveSwitch } from '#features/messages/contact/notification-settings/save-settings.ts';
import { paymentReceived } from '#features/money/payments/payments.events.ts';
import { resultPublished } from '#features/results/results/results.events.ts';

/** What families ask for first. */
const offered = [paymentReceived, resultPublished, studentAbsent];
const cell = { audience: 'guardian', channel: 'sms' } as const;

export interface AutomaticMessage {
  event: string;
  label: string;
  isOn: boolean;
  parts: number;
  /** Of one message on the cheapest and the dearest network, in minor units; null while a price is missing. */
  price: { from: number; to: number } | null;
}

/** SMS to guardians that can be switched on with one click, and what each message costs; null for users who may not switch. */
export async function automaticMessages(
  db: Db,
  actor: Actor,
  institutionId: number,
): Promise<AutomaticMessage[] | null> {
  if (!can(actor, 'contact.switches', institutionId)) return null;
  const school = membershipIn(actor, institutionId)!.name;
  const [switches, [price]] = await Promise.all([
    allSwitches(db, institutionId, offered),
    query<{ from: number | null; to: number | null }>(
      db,
      sql`select min(price)::float8 as from, case when bool_and(price is not null) then max(price) end::float8 as to
        from message_prices where institution_id = ${institutionId} and channel = 'sms'`,
    ),
  ]);
  return offered.map((event) => {
    const { isOn, text } = switches.get(event.key)!.find(isCell)!;
    const samples = Object.entries(fieldsOf(event, cell.audience)).map(([name, { sample }]) => [name, sample]);
    const { parts } = segmentsOf(fill(text, { ...Object.fromEntries(samples), school }));
    const { from, to } = price!;
    return {
      event: event.key,
      label: eventLabel(event.key),
      isOn,
      parts,
      price: from === null || to === null ? null : { from: from * parts, to: to * parts },
    };
  });
}

const isCell = ({ audience, channel }: { audience: string; channel: string }) =>
  audience === cell.audience && channel === cell.channel;

export const SwitchMessage = z.object({
  event: z.enum(offered.map(({ key }) => key)),
  is_on: checkbox,
});

/** Switches the SMS to guardians, with its text as it is. */
export async function switchMessage(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { event, is_on: isOn }: z.output<typeof SwitchMessage>,
): Promise<string> {
  const { text } = (await allSwitches(tx, institutionId, offered)).get(event)!.find(isCell)!;
  const opened = { is_on: !isOn, text };
  return saveSwitch(tx, actor, offered, { institution_id: institutionId, event, ...cell, is_on: isOn, text, opened });
}
