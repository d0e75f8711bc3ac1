import { and, eq } from 'drizzle-orm';
import { render, type Tx, query } from '#kernel/database.ts';
import { discountSchemes, feeInstalments, feeParticulars, fees } from '#features/money/fees/fees.schema.ts';

interface Place {
  id: number;
  sessionIds: { current: number };
}

interface Sample {
  title?: string;
  sessionId?: number;
  termId?: number | null;
  particulars?: { amount: number; isOptional?: boolean; categoryId?: number }[];
  instalments?: { dueOn: string; percent?: number; amount?: number }[];
  fine?: Partial<typeof fees.$inferInsert>;
}

/** A fee of ₦100,000 due on 14 Sep 2026 for tests, unless they ask for another one. */
export async function addFee(tx: Tx, { id: institutionId, sessionIds }: Place, sample: Sample = {}) {
  const { particulars = [{ amount: 100_000_00 }], instalments = [{ dueOn: '2026-09-14' }], fine } = sample;
  const sessionId = sample.sessionId ?? sessionIds.current;
  const rows = await query<{ id: number; n: number }>(tx, render)`
    select min(id) as id, (select count(*)::int from fees) as n from fee_categories
    where institution_id = ${institutionId} and name = 'Tuition'`;
  const categoryId = rows[0]!.id;
  const title = sample.title ?? `Fee ${rows[0]!.n + 1}`;
  const [fee] = await tx
    .insert(fees)
    .values({ institutionId, categoryId, sessionId, termId: sample.termId ?? null, title, ...fine })
    .returning({ id: fees.id });
  const feeId = fee!.id;
  const made = await tx
    .insert(feeParticulars)
    .values(
      particulars.map((row, at) => ({
        institutionId,
        feeId,
        position: at + 1,
        name: `Item ${at + 1}`,
        categoryId,
        ...row,
      })),
    )
    .returning({ id: feeParticulars.id });
  await tx
    .insert(feeInstalments)
    .values(instalments.map((row, at) => ({ institutionId, feeId, position: at + 1, ...row })));
  return { institutionId, id: feeId, sessionId, title, particularIds: made.map(({ id }) => id) };
}

/** Ids of schemes by their names, which are added unless they are there. */
export async function schemeIds(
  tx: Tx,
  institutionId: number,
  schemes: Partial<typeof discountSchemes.$inferInsert>[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const scheme of schemes) {
    const [known] = await tx
      .select({ id: discountSchemes.id })
      .from(discountSchemes)
      .where(and(eq(discountSchemes.institutionId, institutionId), eq(discountSchemes.name, scheme.name!)));
    const [made] = known
      ? [known]
      : await tx
          .insert(discountSchemes)
          .values({ institutionId, ...scheme } as typeof discountSchemes.$inferInsert)
          .returning({ id: discountSchemes.id });
    ids.push(made!.id);
  }
  return ids;
}
