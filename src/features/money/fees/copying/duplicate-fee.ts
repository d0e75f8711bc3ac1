import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { render, type Db, type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { amount, checkbox, id, line, recordById } from '#kernel/schemas.ts';
import { checkAudience } from '../audience/check-audience.ts';
import { insertFee } from '../setup/create-fee.ts';
import { lockFee, type FeeDetails, checkFee, checkPlaces } from '../setup/fee.queries.ts';
import { inputOf, withAmounts } from './copy-fees.ts';

const Copy = z.object({
  isChosen: checkbox,
  title: line(120, 'The title'),
  amounts: recordById(amount('The amount')).default({}),
});

export const DuplicateFee = z.object({
  /** By the id of the class. */
  copies: recordById(z.unknown())
    .default({})
    .transform((copies, context) =>
      Object.entries(copies)
        .slice(0, 200)
        .flatMap(([classId, value]) => {
          if (!checkbox.parse((value as { isChosen?: unknown } | null)?.isChosen)) return [];
          const { data, error } = Copy.safeParse(value);
          for (const issue of error?.issues ?? [])
            context.addIssue({ code: 'custom', message: issue.message, path: [classId, ...issue.path] });
          return data ? [{ ...data, classId: id.parse(classId) }] : [];
        }),
    ),
});

/** Copies a fee for other classes of its session, each with a title and amounts of its own. Returns how many. */
export async function duplicateFee(tx: Tx, actor: Actor, feeId: number, { copies }: z.infer<typeof DuplicateFee>) {
  const fee = await lockFee(tx, actor, feeId);
  const { institutionId } = fee;
  allow(actor, 'fees.edit', institutionId);
  if (copies.length === 0) throw new ValidationError('form', 'Tick at least one class.');
  const taken = await titlesOf(tx, fee);
  for (const { classId, title, amounts } of copies) {
    const field = `copies.${classId}.title`;
    if (taken.has(title.toLowerCase()))
      throw new ValidationError(field, `A fee named ${title} already exists for this term. Choose a different title.`);
    taken.add(title.toLowerCase());
    const copy = withAmounts(inputOf(fee), ({ key, amount: before }) => amounts[key!] ?? before);
    const input = { ...copy, title, classes: [classId], batches: [], programs: [], students: [] };
    checkFee(input, await checkPlaces(tx, institutionId, input));
    await checkAudience(tx, actor, institutionId, input.sessionId, input);
    await insertFee(tx, actor, institutionId, input, feeId);
  }
  return copies.length;
}

async function titlesOf(tx: Tx, { institutionId, sessionId, termId }: FeeDetails): Promise<Set<string>> {
  const rows = await query<{ title: string }>(tx, render)`select lower(title) as title from fees
    where institution_id = ${institutionId} and session_id = ${sessionId} and term_id is not distinct from ${termId}
      and ended_at is null`;
  return new Set(rows.map(({ title }) => title));
}

/** The other classes of a fee's institution, with the title that a copy would have. */
export async function classesToCopyTo(db: Db, fee: FeeDetails) {
  const rows = await query<{ id: number; name: string; program: string; titles: string[] }>(db, render)`
    select c.id, c.name, p.name as program, (select coalesce(jsonb_agg(lower(f.title)), '[]') from fees f
        where f.institution_id = c.institution_id and f.session_id = ${fee.sessionId}
          and f.term_id is not distinct from ${fee.termId} and f.ended_at is null) as titles
    from classes c join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    where c.institution_id = ${fee.institutionId} and p.retired_at is null
    order by p.name, p.id, c.position, c.id`;
  const own = fee.audience.filter(({ kind }) => kind === 'class');
  return rows
    .filter(({ id: classId }) => !own.some((row) => row.classId === classId))
    .map(({ titles, ...row }) => {
      const title = titleFor(
        fee.title,
        own.map(({ name }) => name),
        row.name,
      );
      return { ...row, title, isTaken: titles.includes(title.toLowerCase()) };
    });
}

/** 'JSS 2 fees' of 'JSS 1 fees'; 'School fees, JSS 2' if the title doesn't name the class. */
function titleFor(title: string, own: string[], name: string): string {
  const named = own.find((each) => title.includes(each));
  return (named ? title.replace(named, () => name) : `${title}, ${name}`).slice(0, 120);
}
