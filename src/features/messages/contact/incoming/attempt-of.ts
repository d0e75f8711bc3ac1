import { sql } from 'drizzle-orm';
import { query } from '#kernel/database.ts';
import { TooMany } from '#kernel/errors.ts';
import { tryPin, type PinTry } from '#features/money/pins/use/try-pin.ts';
import type { Services } from '#web/routes.ts';
import { childOf, mayAsk } from '../answers/answer-question.ts';
import { serialOf } from '../answers/pin-alone.ts';
import { questionOf } from '../answers/question.ts';
import type { Incoming } from './incoming-kinds.ts';

/** Tries the pin of a question in a transaction of its own, so that a wrong one is counted. Only for a child that the number may ask about, and once for each message. */
export async function attemptOf(
  services: Services,
  { institutionId, channel, address, body, messageId, machine: by }: Incoming,
): Promise<PinTry | null> {
  const question = questionOf(body);
  if (question?.kind !== 'result') return null;
  const child = await services.database.asSystem([institutionId], async (tx) => {
    const known = await query(
      tx,
      sql`select 1 from incoming_messages where institution_id = ${institutionId} and machine = ${by} and provider_message_id = ${messageId}`,
    );
    if (known.length > 0 || !(await mayAsk(tx, institutionId, address))) return null;
    return childOf(tx, institutionId, address, question);
  });
  if (!child) return null;
  const { studentId } = child;
  const serial = question.serial || (await serialOf(services, { institutionId, studentId, pin: question.pin }));
  try {
    return await tryPin(services, {
      institutionId,
      type: 'result',
      programId: null,
      serial,
      secret: question.pin,
      from: { address, form: `${channel}:${address}` },
    });
  } catch (error) {
    if (error instanceof TooMany) return null;
    throw error;
  }
}
