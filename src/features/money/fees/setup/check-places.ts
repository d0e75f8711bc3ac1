import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { FeeInput } from './fee-fields.ts';
import { fieldOf } from './rows-field.ts';

export interface FeeSession {
  name: string;
  startsOn: string;
}

type Known = FeeSession & { isClosed: boolean; hasTerm: boolean; categories: number[]; schemes: number[] };

/** The session of a fee, after checking that it, the term, the categories and the discounts are the institution's. */
export async function checkPlaces(tx: Tx, institutionId: number, input: FeeInput): Promise<FeeSession> {
  const rows = await query<Known>(
    tx,
    render(sql`
    select s.name, s.starts_on as "startsOn", s.closed_at is not null as "isClosed",
      exists (select from terms t where t.institution_id = s.institution_id and t.session_id = s.id
        and t.id = ${input.termId ?? 0}) as "hasTerm",
      (select coalesce(jsonb_agg(c.id), '[]') from fee_categories c
        where c.institution_id = s.institution_id) as categories,
      (select coalesce(jsonb_agg(d.id), '[]') from discount_schemes d
        where d.institution_id = s.institution_id) as schemes
    from academic_sessions s where s.institution_id = ${institutionId} and s.id = ${input.sessionId}`),
  );
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
