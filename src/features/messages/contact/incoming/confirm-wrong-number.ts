import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { queueForVisitor } from '#kernel/messages/visitor-messages.ts';
import { nameOf } from '../answers/answer-question.ts';
import { inGsm } from '../answers/one-part.ts';
import type { Incoming } from './receive-incoming.ts';

const event = 'contact.wrongNumber';
/** Codes that a number may send within a day. At most six are open, of a million. */
const tries = 5;

/** Asks the number itself whether it wants nothing more: only who reads its messages knows the code. */
export async function askNumber(tx: Tx, { institutionId, channel, address }: Incoming): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await queueForVisitor(tx, institutionId, {
    channel,
    recipient: address,
    body: `${inGsm(await nameOf(tx, institutionId)).slice(0, 60)}: to stop all our messages to this number, reply ${asked(code)} Otherwise do nothing.`,
    event,
  });
}

/** Whether the code was sent to the number within a day. The text that brought it counts as a try. */
export async function isConfirmedBy(
  tx: Tx,
  { institutionId, channel, address }: Incoming,
  code: string,
): Promise<boolean> {
  const [found] = await query<{ isRight: boolean }>(
    tx,
    sql`select exists (select from outbox o where o.institution_id = ${institutionId} and o.recipient = ${address}
          and o.channel = ${channel} and o.event = ${event} and o.created_at > now() - interval '1 day'
          and strpos(o.body, ${asked(code)}) > 0)
        and (select count(*) from incoming_messages m where m.institution_id = ${institutionId} and m.address = ${address}
          and m.kind = 'wrong' and m.body ~ '[0-9]' and m.received_at > now() - interval '1 day') <= ${tries} as "isRight"`,
  );
  return found!.isRight;
}

const asked = (code: string) => `WRONG ${code}.`;
