import { sql } from 'drizzle-orm';
import { hasTurn, queueForVisitor } from '#kernel/messages/visitor-messages.ts';
import type { PinTry } from '#features/money/pins/use/try-pin.ts';
import type { Question } from './question.ts';
import { resultText } from './result.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { findChild, type AskedChild } from './find-child.ts';
import { inNameOf, onePart } from './one-part.ts';
import { decimal } from '#kernel/money.ts';
import { debtOf } from '#features/money/holds/held/debt-and-holds.ts';
import type { Incoming } from '../incoming/incoming-kinds.ts';

/** The same answer for every reason, so that it reveals no students. */
export const noAnswer = "we can't answer this number. Please ask the school office.";

/** To a question without an admission number. */
export const howToAsk: Record<Question['kind'], string> = {
  balance: "to know what is owed, reply BAL and your child's admission number, such as BAL 2026/0014.",
  result: "reply RESULT, your child's admission number and the pin, such as RESULT 2026/0014 123456789012.",
};

/** Questions that one number, and all numbers of an institution, may ask in an hour. More get no answer at all. */
const most = { number: 5, institution: 500 };

interface Asked {
  incomingId: number;
  question: Question;
  /** The pin, counted as a try; null if it was not worth one. */
  attempt: PinTry | null;
}

/** Answers the way it was asked, within the limits of what a visitor can cause. */
export async function answerQuestion(
  tx: Tx,
  { institutionId, channel, address }: Incoming,
  { incomingId, question, attempt }: Asked,
): Promise<void> {
  if (!(await mayAsk(tx, institutionId, address))) return;
  if (!(await isHeard(tx, institutionId, address, question.kind))) return;
  // Before a pin is used up for an answer that could not be sent.
  if (!(await hasTurn(tx, institutionId, { channel, recipient: address }))) return;
  const child = await childOf(tx, institutionId, address, question);
  const text = child && (await textFor(tx, institutionId, { child, question, attempt, address }));
  if (text)
    await tx.execute(sql`update incoming_messages set is_answered = true
      where institution_id = ${institutionId} and id = ${incomingId}`);
  await queueForVisitor(tx, institutionId, {
    channel,
    recipient: address,
    body:
      text ||
      inNameOf(await nameOf(tx, institutionId), /\d/.test(question.number) ? noAnswer : howToAsk[question.kind]),
    event: `contact.${question.kind}`,
    ...(text &&
      child && {
        studentId: child.studentId,
        guardianId: child.guardianId,
        needs: question.kind === 'balance' ? 'fees.view' : 'results.view',
      }),
  });
}

export async function nameOf(tx: Tx, institutionId: number): Promise<string> {
  const [found] = await query<{ name: string }>(tx, sql`select name from institutions where id = ${institutionId}`);
  return found!.name;
}

/** Whether the question deserves an answer, which costs money: asked by a guardian's number, where the institution answers. */
async function isHeard(tx: Tx, institutionId: number, address: string, kind: Question['kind']): Promise<boolean> {
  const [found] = await query<{ heard: boolean }>(
    tx,
    sql`select case ${kind}::text when 'balance' then c.answers_balance else c.answers_result end
        and exists (select from guardians g where g.institution_id = c.institution_id and g.merged_into_id is null
          and ${address} in (g.mobile, g.phone)) as heard
      from contact_settings c where c.institution_id = ${institutionId}`,
  );
  return found?.heard ?? false;
}

/** The child that the number may ask about, where the institution answers such questions. */
export async function childOf(
  tx: Tx,
  institutionId: number,
  address: string,
  { kind, number }: Question,
): Promise<AskedChild | null> {
  const [settings] = await query<{ balance: boolean; result: boolean }>(
    tx,
    sql`select answers_balance as balance, answers_result as result from contact_settings where institution_id = ${institutionId}`,
  );
  if (!settings?.[kind]) return null;
  const permission = kind === 'balance' ? 'fees.viewSelf' : 'results.viewSelf';
  return findChild(tx, institutionId, { address, number, permission });
}

async function textFor(
  tx: Tx,
  institutionId: number,
  { child, question, attempt, address }: Omit<Asked, 'incomingId'> & { child: AskedChild; address: string },
): Promise<string | null> {
  if (question.kind === 'balance') return balanceText(tx, institutionId, child);
  return attempt && resultText(tx, institutionId, { child, attempt, address });
}

/** The question itself is already counted. */
export async function mayAsk(tx: Tx, institutionId: number, address: string): Promise<boolean> {
  const [asked] = await query<{ number: number; institution: number }>(
    tx,
    sql`select count(*) filter (where address = ${address})::int as number, count(*)::int as institution
      from incoming_messages where institution_id = ${institutionId} and received_at > now() - interval '1 hour'
        and kind in ('balance', 'result')`,
  );
  return asked!.number <= most.number && asked!.institution <= most.institution;
}

interface Balance {
  owed: number;
  overdue: number;
  credit: number;
}

/** What the student owes now, in one part. */
export async function balanceText(db: Db, institutionId: number, child: AskedChild): Promise<string> {
  const [row] = await query<Balance>(
    db,
    sql`select coalesce(d.owed, 0) as owed, coalesce(d.overdue, 0) as overdue, coalesce((select b.credit from student_balances b
        where b.institution_id = students.institution_id and b.student_id = students.id), 0) as credit
      from students left join ${debtOf} on true
      where students.institution_id = ${institutionId} and students.id = ${child.studentId}`,
  );
  const { owed, overdue, credit } = row!;
  return balanceInWords(child, { owed: Number(owed), overdue: Number(overdue), credit: Number(credit) });
}

export function balanceInWords({ school, name, currency }: AskedChild, { owed, overdue, credit }: Balance): string {
  const sum = (minor: number) => `${currency} ${decimal(minor)}`;
  const late = overdue === 0 ? '' : overdue === owed ? ', all of it overdue' : `, of which ${sum(overdue)} is overdue`;
  const debt = owed === 0 ? 'owes nothing' : `owes ${sum(owed)}${late}`;
  return onePart(school, name, `${debt}.${credit > 0 ? ` Credit: ${sum(credit)}.` : ''}`);
}
