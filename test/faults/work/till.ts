import { randomUUID } from 'node:crypto';
import { pause, pick, type Desk } from './desk.ts';

/** Takes payments at the counter, each with a reference of its own, until told to stop. */
export async function takePayments(desk: Desk) {
  const { clerk, school, notes, chance, prefix, isOver } = desk;
  for (let turn = 1; !isOver(); turn += 1) {
    const reference = `${prefix}-PAY-${turn}`.toUpperCase();
    const studentId = pick(chance, school.studentIds);
    const body = {
      student_id: studentId,
      channel: 'transfer',
      reference,
      reference_again: true,
      shares: [{ student_id: studentId, amount: 1 + Math.floor(chance() * 5_000_000) }],
    };
    const key = randomUUID();
    let taken = await clerk.post('/payments', body, key);
    // No answer came: the same form is sent again, and takes the money once. A refusal says nothing about the first.
    const isUnanswered = taken.status === 0;
    while ((taken.status === 0 || (isUnanswered && taken.status === 503)) && !isOver()) {
      await pause(taken);
      taken = await clerk.post('/payments', body, key);
    }
    if (isUnanswered && taken.status !== 200) continue;
    if (taken.status === 422 && taken.body.includes('day_id')) await openDay(desk);
    if (notes.note('payment', reference, taken))
      notes.receipts.set(reference, (JSON.parse(taken.body) as { receipt: string }).receipt);
    else await pause(taken);
  }
}

async function openDay({ clerk, school }: Desk) {
  const answer = await clerk.post('/cashier-days', { institutionId: school.institutionId, opening_float: 0 });
  if (answer.status !== 200) await pause(answer);
}
