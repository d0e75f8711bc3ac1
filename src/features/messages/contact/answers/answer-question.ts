import { sql } from 'drizzle-orm';
import { hasTurn, queueForVisitor } from '#kernel/messages/visitor-messages.ts';
import type { Question } from './question.ts';
import { type Tx, type Db, query } from '#kernel/database.ts';
import { decimal } from '#kernel/money.ts';
import { debtOf } from '#features/money/holds/held/held-students.ts';
import type { Incoming } from '../incoming/incoming-kinds.ts';
import { ValidationError } from '#kernel/errors.ts';
import { fromText, gpaText, shown } from '#features/results/assessment/compute/fraction.ts';
import { openWithPin, type PinTry } from '#features/money/pins/use/open-with-pin.ts';
import type { CardRule } from '#features/results/results/cards/card-promotion.ts';
import type { PublishedCard } from '#features/results/results/publication/sealed-cards.ts';
import { isWithheld } from '#features/results/results/public/public-results.queries.ts';
import { gsmAlphabet, withoutForcing } from '#kernel/messages/segments.ts';

/** The same answer for every reason, so that it reveals no students. */
export const noAnswer = "we can't answer this number. Please ask the school office.";

/** To a question without an admission number. */
export const howToAsk: Record<Question['kind'], string> = {
  balance: "to know what is owed, reply BAL and your child's admission number, such as BAL 2026/0014.",
  result: "reply RESULT, your child's admission number and the pin, such as RESULT 2026/0014 123456789012.",
};

/** Questions that one number, and all numbers of an institution, may ask in an hour. More get no answer at all. */
const maxQuestionsPerHour = { number: 5, institution: 500 };

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
  const [found] = await query<{ name: string }>(tx)`select name from institutions where id = ${institutionId}`;
  return found!.name;
}

/** Whether the question deserves an answer, which costs money: asked by a guardian's number, where the institution answers. */
async function isHeard(tx: Tx, institutionId: number, address: string, kind: Question['kind']): Promise<boolean> {
  const [found] = await query<{ heard: boolean }>(tx)`
    select case ${kind}::text when 'balance' then c.answers_balance else c.answers_result end
      and exists (select from guardians g where g.institution_id = c.institution_id and g.merged_into_id is null
        and ${address} in (g.mobile, g.phone)) as heard
    from contact_settings c where c.institution_id = ${institutionId}`;
  return found?.heard ?? false;
}

/** The child that the number may ask about, where the institution answers such questions. */
export async function childOf(tx: Tx, institutionId: number, address: string, { kind, number }: Question) {
  const [settings] = await query<{ balance: boolean; result: boolean }>(tx)`
    select answers_balance as balance, answers_result as result from contact_settings where institution_id = ${institutionId}`;
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
  const [asked] = await query<{ number: number; institution: number }>(tx)`
    select count(*) filter (where address = ${address})::int as number, count(*)::int as institution
    from incoming_messages where institution_id = ${institutionId} and received_at > now() - interval '1 hour'
      and kind in ('balance', 'result')`;
  return asked!.number <= maxQuestionsPerHour.number && asked!.institution <= maxQuestionsPerHour.institution;
}

interface Balance {
  owed: number;
  overdue: number;
  credit: number;
}

/** What the student owes now, in one part. */
async function balanceText(db: Db, institutionId: number, child: AskedChild): Promise<string> {
  const [row] = await query<Balance>(db)`
    select coalesce(d.owed, 0) as owed, coalesce(d.overdue, 0) as overdue, coalesce((select b.credit from student_balances b
      where b.institution_id = students.institution_id and b.student_id = students.id), 0) as credit
    from students left join ${debtOf} on true
    where students.institution_id = ${institutionId} and students.id = ${child.studentId}`;
  const { owed, overdue, credit } = row!;
  return balanceAnswer(child, { owed: Number(owed), overdue: Number(overdue), credit: Number(credit) });
}

export function balanceAnswer({ school, name, currency }: AskedChild, { owed, overdue, credit }: Balance): string {
  const sum = (minor: number) => `${currency} ${decimal(minor)}`;
  const late = overdue === 0 ? '' : overdue === owed ? ', all of it overdue' : `, of which ${sum(overdue)} is overdue`;
  const debt = owed === 0 ? 'owes nothing' : `owes ${sum(owed)}${late}`;
  return onePart(school, name, `${debt}.${credit > 0 ? ` Credit: ${sum(credit)}.` : ''}`);
}

interface Latest {
  termId: number;
  term: string;
  session: string;
  programId: number;
  summary: Pick<PublishedCard['summary'], 'average' | 'inBatch' | 'counted' | 'passed' | 'gpa'>;
  rule?: Pick<CardRule, 'gpaForm'> | null | undefined;
}

/**
 * The latest published result in one part, if the pin opens it: by the rules of the public page. Null if the pin is
 * wrong or nothing is published.
 */
async function resultText(
  tx: Tx,
  institutionId: number,
  { child, attempt, address }: { child: AskedChild; attempt: PinTry; address: string },
): Promise<string | null> {
  const latest = await latestResult(tx, institutionId, child.studentId);
  if (!latest) return null;
  const { termId, programId } = latest;
  const isHeld = await isWithheld(tx, institutionId, child.studentId);
  try {
    await openWithPin(tx, attempt, {
      studentId: child.studentId,
      termId,
      programId,
      visitor: `sms:${address}`,
      isHeld,
    });
  } catch (error) {
    if (error instanceof ValidationError) return null;
    throw error;
  }
  return isHeld
    ? onePart(child.school, child.name, 'The result is withheld. Please contact the school.')
    : resultAnswer(child, latest);
}

export function resultAnswer(
  { school, name }: Pick<AskedChild, 'school' | 'name'>,
  { term, session, summary, rule }: Latest,
): string {
  const { average, inBatch, counted, passed, gpa } = summary;
  const figures = [
    gpa?.value
      ? `GPA ${gpaText(fromText(gpa.value), rule?.gpaForm)}`
      : average && `average ${shown(fromText(average))}`,
    !gpa && inBatch && `position ${inBatch.position} of ${inBatch.of}`,
    `${passed} of ${counted} passed`,
  ].filter(Boolean);
  return onePart(school, name, `${inGsm(term).slice(0, 24)} ${inGsm(session).slice(0, 12)}: ${figures.join(', ')}.`);
}

async function latestResult(db: Db, institutionId: number, studentId: number): Promise<Latest | undefined> {
  const [latest] = await query<Latest>(db)`
    select r.term_id::bigint as "termId", t.name as term, y.name as session, k.program_id::bigint as "programId",
      r.content -> 'summary' as summary, r.content -> 'rule' as rule
    from published_results r
    join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    join batches b on (b.institution_id, b.id) = (r.institution_id, r.batch_id)
    join classes k on (k.institution_id, k.id) = (b.institution_id, b.class_id)
    where r.institution_id = ${institutionId} and r.student_id = ${studentId} and r.replaced_at is null
    order by y.starts_on desc, t.position desc limit 1`;
  return latest;
}

interface AskedChild {
  studentId: number;
  guardianId: number;
  name: string;
  school: string;
  currency: string;
}

/**
 * The student with the admission number, if the number that asks is of one of the student's guardians, and guardians may
 * see this in the institution. Null for everything else.
 */
async function findChild(
  db: Db,
  institutionId: number,
  {
    address,
    number,
    permission,
  }: { address: string; number: string; permission: 'fees.viewSelf' | 'results.viewSelf' },
): Promise<AskedChild | null> {
  const [child] = await query<AskedChild>(db)`
    select s.id::bigint as "studentId", g.id::bigint as "guardianId", concat_ws(' ', s.first_name, s.surname) as name,
      i.name as school, i.currency
    from students s
    join institutions i on i.id = s.institution_id
    join student_guardians l on (l.institution_id, l.student_id) = (s.institution_id, s.id)
    join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id)
    where s.institution_id = ${institutionId} and s.admission_number in (${number}, upper(${number}))
      and s.merged_into_id is null and g.merged_into_id is null and ${address} in (g.mobile, g.phone)
      and exists (select from roles r where r.institution_id = ${institutionId} and r.key = 'guardian'
        and r.permissions @> array[${permission}]::text[])
    order by s.admission_number = ${number} desc, l.position, g.id limit 1`;
  return child ?? null;
}

const room = 160;
const plain = new Set(gsmAlphabet);

/** In the GSM alphabet, where each character takes one place: 'Ọláwọyin' is 'Olawoyin'. */
export const inGsm = (text: string): string =>
  [...withoutForcing(text.normalize('NFD').replace(/\p{M}/gu, ''))]
    .map((character) => (plain.has(character) && character !== '\r' ? character : /\s/.test(character) ? ' ' : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** An SMS of one part with a text of ours, in the name of the school. */
export const inNameOf = (school: string, text: string): string =>
  `${inGsm(school)
    .slice(0, room - text.length - 2)
    .trim()}: ${text}`;

/**
 * An SMS of one part: names are shortened until the rest has room, so that a sum is never cut. The rest is ours, in the
 * GSM alphabet and far shorter than a part.
 */
function onePart(school: string, name: string, rest: string): string {
  const free = room - rest.length - 3;
  const [first, second] = [inGsm(school), inGsm(name)];
  const forName = Math.max(Math.min(second.length, free - first.length), Math.min(second.length, Math.ceil(free / 2)));
  return `${first.slice(0, free - forName).trim()}: ${second.slice(0, forName).trim()} ${rest}`;
}
