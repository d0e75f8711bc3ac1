import type { Tx } from '#kernel/database.ts';
import { queueForVisitor } from '#kernel/messages/visitor-messages.ts';
import { nameOf } from '../answers/answer-question.ts';
import { inNameOf } from '../answers/one-part.ts';
import { waysIn, type Incoming } from './incoming-kinds.ts';

/** What is said after STOP, and after a sentence that begins with it. */
export const stopAnswers = {
  stopped: (way: string) =>
    `no more news by ${way}. Messages about your child, such as absence, results and fees, still come. Reply START to get news again.`,
  asked: () => 'to get no more news from us, reply with the one word STOP. The school reads what else you write.',
};

/** Answers a number that the school has written to, within the limits of what a visitor can cause. */
export async function answerStop(
  tx: Tx,
  { institutionId, channel, address }: Incoming,
  what: keyof typeof stopAnswers,
): Promise<void> {
  await queueForVisitor(tx, institutionId, {
    channel,
    recipient: address,
    event: 'contact.stop',
    body: inNameOf(await nameOf(tx, institutionId), stopAnswers[what](waysIn[channel])),
  });
}
