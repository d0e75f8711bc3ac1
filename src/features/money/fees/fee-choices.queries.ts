import { and, asc, desc, ilike, inArray, isNull } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { choicesShown, type Choices } from '#kernel/choices.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import { literally } from '#kernel/searchable.ts';
import type { Choosing } from '#features/records/people/serve-choices.ts';
import { academicSessions, terms } from '#features/school/structure/structure.schema.ts';
import { feeCategories, fees } from './fees.schema.ts';

/** Fees by their title, the latest first; ended ones too, since their invoices stay. */
export async function feeChoices(db: Db, { institutionIds, q }: Choosing): Promise<Choices> {
  const { rows, isMore } = await bounded(choicesShown, (limit) =>
    db
      .select({ id: fees.id, title: fees.title, session: academicSessions.name, term: terms.name })
      .from(fees)
      .innerJoin(academicSessions, hasKey(academicSessions, fees.institutionId, fees.sessionId))
      .leftJoin(terms, hasKey(terms, fees.institutionId, fees.termId))
      .where(and(inArray(fees.institutionId, institutionIds), q ? ilike(fees.title, `%${literally(q)}%`) : undefined))
      .orderBy(desc(fees.id))
      .limit(limit),
  );
  return {
    choices: rows.map(({ id, title, session, term }) => ({
      value: String(id),
      label: title,
      hint: [term, session].filter(Boolean).join(', '),
    })),
    isMore,
  };
}

/** The categories in use where the actor can bill. */
export const billedCategories = (db: Db, actor: Actor) =>
  db
    .select({ id: feeCategories.id, institutionId: feeCategories.institutionId, name: feeCategories.name })
    .from(feeCategories)
    .where(
      and(
        inArray(feeCategories.institutionId, institutionsWhere(actor, 'fees.bill')),
        isNull(feeCategories.archivedAt),
      ),
    )
    .orderBy(asc(feeCategories.institutionId), asc(feeCategories.name), asc(feeCategories.id));
