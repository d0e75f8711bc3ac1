import { sql, type SQL } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { render, type Db, type Tx, query } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { FineRule } from '../fees.ts';
import { billed } from '../billing-of-fees.ts';
import type { AudienceRow } from '../audience/audience.ts';
import { type Day, formatDay } from '#kernel/dates.ts';
import { decimal } from '#kernel/money.ts';
import { columnListOf } from '#kernel/record-fields/derive.ts';
import type { FieldValues } from '#kernel/record-fields/record-field.ts';
import { feeFields } from '../fees.fields.ts';
import { compulsoryTotal } from './compulsory-total.ts';
import type { FeeInput, InstalmentInput } from './percent-field.ts';
import { percentText } from './percent-text.ts';
import { fieldOf } from './rows-field.ts';

export interface FeeDetails extends FieldValues<typeof feeFields> {
  institutionId: number;
  id: number;
  categoryId: number;
  category: string;
  sessionId: number;
  session: string;
  sessionStartsOn: string;
  termId: number | null;
  term: string | null;
  termStartsOn: string | null;
  fineHow: FineRule['how'] | null;
  fineAmount: number | null;
  finePercent: number | null;
  fineGraceDays: number | null;
  fineCap: number | null;
  copiedFromId: number | null;
  isEnded: boolean;
  particulars: {
    id: number;
    name: string;
    categoryId: number;
    category: string;
    amount: number;
    isOptional: boolean;
    chosen: number;
  }[];
  instalments: { id: number; dueOn: string; percent: number | null; amount: number | null }[];
  discounts: { schemeId: number; name: string; isArchived: boolean }[];
  audience: (AudienceRow & { name: string; number: string | null })[];
  /** Its invoices that are not cancelled. */
  billed: { count: number; total: number; credited: number; settled: number };
}

/** A fee with all its parts, in one query; NotFound for people who can't see it. */
export async function findFee(db: Db, actor: Actor, feeId: number): Promise<FeeDetails> {
  const [fee] = await readFees(db, actor, sql`f.id = ${feeId}`);
  if (!fee) throw new NotFound('fee');
  return fee;
}

/** The same, locked. */
export async function lockFee(tx: Tx, actor: Actor, feeId: number): Promise<FeeDetails> {
  await tx.execute(sql`select 1 from fees f where ${isVisible(actor)} and f.id = ${feeId} for no key update`);
  return findFee(tx, actor, feeId);
}

const isVisible = (actor: Actor): SQL =>
  sql`f.institution_id = any (${sql.param(institutionsWhere(actor, 'fees.view'))}::int[])`;

/** Fees with all their parts, in the order of their ids. */
export async function readFees(db: Db, actor: Actor, where: SQL): Promise<FeeDetails[]> {
  const rows = await query<FeeDetails>(db, render)`
    select f.institution_id as "institutionId", f.id${columnListOf(feeFields, 'f')}, f.category_id as "categoryId", c.name as category,
      f.session_id as "sessionId", s.name as session, s.starts_on as "sessionStartsOn",
      f.term_id as "termId", t.name as term, t.starts_on as "termStartsOn",
      f.fine_how as "fineHow", f.fine_amount as "fineAmount", f.fine_percent as "finePercent",
      f.fine_grace_days as "fineGraceDays", f.fine_cap as "fineCap", f.copied_from_id as "copiedFromId",
      f.ended_at is not null as "isEnded",
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'categoryId', p.category_id,
          'category', k.name, 'amount', p.amount, 'isOptional', p.is_optional, 'chosen', (select count(*) from fee_choices h
            where h.institution_id = p.institution_id and h.particular_id = p.id)) order by p.position, p.id), '[]')
        from fee_particulars p join fee_categories k on (k.institution_id, k.id) = (p.institution_id, p.category_id)
        where p.institution_id = f.institution_id and p.fee_id = f.id) as particulars,
      (select coalesce(jsonb_agg(jsonb_build_object('id', i.position, 'dueOn', i.due_on, 'percent', i.percent,
          'amount', i.amount) order by i.position), '[]')
        from fee_instalments i where i.institution_id = f.institution_id and i.fee_id = f.id) as instalments,
      (select coalesce(jsonb_agg(jsonb_build_object('schemeId', d.id, 'name', d.name,
          'isArchived', d.archived_at is not null) order by x.position), '[]')
        from fee_discounts x join discount_schemes d on (d.institution_id, d.id) = (x.institution_id, x.scheme_id)
        where x.institution_id = f.institution_id and x.fee_id = f.id) as discounts,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'programId', a.program_id, 'classId', a.class_id,
          'batchId', a.batch_id, 'categoryId', a.category_id, 'optionId', a.option_id, 'studentId', a.student_id,
          'word', a.word, 'name', ${audienceName}, 'number', (select n.admission_number from students n
            where n.institution_id = a.institution_id and n.id = a.student_id)) order by a.id), '[]')
        from fee_audience a where a.institution_id = f.institution_id and a.fee_id = f.id) as audience,
      ${billed().sumsOf(sql`(f.institution_id, f.id)`)} as billed
    from fees f
    join fee_categories c on (c.institution_id, c.id) = (f.institution_id, f.category_id)
    join academic_sessions s on (s.institution_id, s.id) = (f.institution_id, f.session_id)
    left join terms t on (t.institution_id, t.id) = (f.institution_id, f.term_id)
    where ${isVisible(actor)} and ${where} order by f.id`;
  return rows;
}

/** The name of a row of the audience `a`. */
export const audienceName: SQL = sql`coalesce(a.word,
  (select n.name from programs n where n.institution_id = a.institution_id and n.id = a.program_id),
  (select n.name from classes n where n.institution_id = a.institution_id and n.id = a.class_id),
  (select n.name from batches n where n.institution_id = a.institution_id and n.id = a.batch_id),
  (select n.name from student_categories n where n.institution_id = a.institution_id and n.id = a.category_id),
  (select n.label from custom_field_options n where n.institution_id = a.institution_id and n.id = a.option_id),
  (select n.surname || ', ' || n.first_name from students n where n.institution_id = a.institution_id and n.id = a.student_id))`;

type Problem = [field: string, message: string];

/** Checks what the fields of a fee say together; the first problem is the message, all are shown beside their fields. */
export function checkFee(input: FeeInput, session: { name: string; startsOn: Day }): void {
  const problems = [...checkParticulars(input), ...checkInstalments(input, session), ...checkFine(input)];
  const chosen = input.discounts.map(({ schemeId }) => schemeId);
  if (new Set(chosen).size < chosen.length) problems.push(['discounts', 'Add each discount once.']);
  if (problems[0]) throw new ValidationError(...problems[0], Object.fromEntries(problems.toReversed()));
}

function checkParticulars({ particulars }: FeeInput): Problem[] {
  if (particulars.length === 0) return [['particulars', 'Add at least one item with its amount.']];
  const names = new Set<string>();
  return particulars.flatMap((row): Problem[] => {
    const name = row.name.toLowerCase();
    const isTwice = names.has(name);
    names.add(name);
    return isTwice ? [[fieldOf('particulars', row, 'name'), `Two items are named ${row.name}. Rename one.`]] : [];
  });
}

function checkInstalments({ instalments, particulars }: FeeInput, session: { name: string; startsOn: Day }): Problem[] {
  if (instalments.length === 0) return [['instalments', 'Add the due date of the fee.']];
  const dates = instalments.flatMap((row, at): Problem[] => {
    const field = fieldOf('instalments', row, 'dueOn');
    const before = instalments[at - 1];
    if (row.dueOn < session.startsOn)
      return [[field, `${session.name} starts on ${formatDay(session.startsOn)}. Choose a day from then on.`]];
    if (before && before.dueOn >= row.dueOn) return [[field, 'Each instalment must be due after the one before it.']];
    return [];
  });
  return [...dates, ...checkShares(instalments, compulsoryTotal(particulars))];
}

/** Each but the last has a share; the last may repeat the remainder, but then it must be right. */
function checkShares(rows: InstalmentInput[], total: number): Problem[] {
  const problems: Problem[] = [];
  for (const [at, row] of rows.entries()) {
    const isLast = at === rows.length - 1;
    if (row.percent !== null && row.amount !== null)
      problems.push([fieldOf('instalments', row, 'amount'), 'Enter a percentage or an amount, not both.']);
    else if (!isLast && row.percent === null && row.amount === null)
      problems.push([fieldOf('instalments', row, 'percent'), 'Enter a percentage or an amount.']);
  }
  if (problems.length > 0) return problems;
  const percents = sumOf(rows, ({ percent }) => percent);
  const amounts = sumOf(rows, ({ amount }) => amount);
  const [last, others] = [rows.at(-1)!, rows.slice(0, -1)];
  const hasShare = last.percent !== null || last.amount !== null;
  const percentsOfOthers = sumOf(others, ({ percent }) => percent);
  const left = total - sumOf(others, ({ amount }) => amount) - Math.round((total * percentsOfOthers) / 10_000);
  if (!hasShare && (percentsOfOthers >= 10_000 || (rows.length > 1 && left <= 0)))
    return [[fieldOf('instalments', last, 'percent'), 'Nothing is left for the last instalment. Lower the others.']];
  const isAllPercent = rows.every(({ percent }) => percent !== null);
  if (isAllPercent && percents !== 10_000)
    return [
      [
        fieldOf('instalments', last, 'percent'),
        `The percentages total ${percentText(percents)}, not to 100. Leave the last one empty to take the remainder.`,
      ],
    ];
  if (hasShare && !isAllPercent && amountOf(last, total) !== left)
    return [
      [
        fieldOf('instalments', last, last.amount === null ? 'percent' : 'amount'),
        `The instalments don’t total ${decimal(total)}: ${decimal(Math.max(0, left))} is left. Leave the last one empty to take the remainder.`,
      ],
    ];
  return amounts > total ? [[fieldOf('instalments', last, 'amount'), 'The instalments are more than the fee.']] : [];
}

const amountOf = ({ percent, amount }: InstalmentInput, total: number) =>
  amount ?? Math.round((total * (percent ?? 0)) / 10_000);
const sumOf = (rows: InstalmentInput[], of: (row: InstalmentInput) => number | null) =>
  rows.reduce((sum, row) => sum + (of(row) ?? 0), 0);

function checkFine({ fineHow, fineAmount, finePercent, fineCap }: FeeInput): Problem[] {
  if (fineHow === 'percent' && finePercent === null) return [['finePercent', 'Enter the percentage of the fine.']];
  if (fineHow && fineHow !== 'percent' && fineAmount === null) return [['fineAmount', 'Enter the fine.']];
  if (fineHow === 'once' && fineCap !== null && fineAmount! > fineCap)
    return [['fineCap', 'The maximum is below the fine itself.']];
  return [];
}

interface FeeSession {
  name: string;
  startsOn: string;
}

type Known = FeeSession & { isClosed: boolean; hasTerm: boolean; categories: number[]; schemes: number[] };

/** The session of a fee, after checking that it, the term, the categories and the discounts are the institution's. */
export async function checkPlaces(tx: Tx, institutionId: number, input: FeeInput): Promise<FeeSession> {
  const rows = await query<Known>(tx, render)`
    select s.name, s.starts_on as "startsOn", s.closed_at is not null as "isClosed",
      exists (select from terms t where t.institution_id = s.institution_id and t.session_id = s.id
        and t.id = ${input.termId ?? 0}) as "hasTerm",
      (select coalesce(jsonb_agg(c.id), '[]') from fee_categories c
        where c.institution_id = s.institution_id) as categories,
      (select coalesce(jsonb_agg(d.id), '[]') from discount_schemes d
        where d.institution_id = s.institution_id) as schemes
    from academic_sessions s where s.institution_id = ${institutionId} and s.id = ${input.sessionId}`;
  const found = rows[0];
  if (!found) throw new ValidationError('sessionId', 'Choose a session.');
  if (found.isClosed) throw new ValidationError('sessionId', `${found.name} is closed. Choose an open session.`);
  if (input.termId !== null && !found.hasTerm) throw new ValidationError('termId', `Choose a term of ${found.name}.`);
  if (!found.categories.includes(input.categoryId)) throw new ValidationError('categoryId', 'Choose a category.');
  const particular = input.particulars.find(({ categoryId }) => !found.categories.includes(categoryId));
  if (particular) throw new ValidationError(fieldOf('particulars', particular, 'categoryId'), 'Choose a category.');
  if (input.discounts.some(({ schemeId }) => !found.schemes.includes(schemeId)))
    throw new ValidationError('discounts', 'Choose discounts from the list.');
  return found;
}
