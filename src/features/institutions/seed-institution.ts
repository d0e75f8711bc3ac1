import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { line } from '#kernel/schemas.ts';
import type { Product } from '#web/feature.ts';
import { institutionName } from './institution-fields.ts';
import { institutionKinds, institutions } from './institutions.schema.ts';

export const NewInstitution = z.object({
  name: institutionName,
  shortName: line(40, 'The short name'),
  kind: z.enum(institutionKinds),
});

/**
 * A new institution with what the features start it with, such as its roles. Its id joins the institutions of the running
 * transaction, so that the caller can go on filling it. The callers check who may: the first run and group administrators.
 */
export async function seedInstitution(
  tx: Tx,
  input: z.infer<typeof NewInstitution>,
  product: Product,
  settings: Partial<typeof institutions.$inferInsert> = {},
): Promise<number> {
  const answer = await tx.execute<{ id: number }>(
    sql`select akada_found_institution(${input.name}, ${input.shortName}, ${input.kind}) as id`,
  );
  const id = answer.rows[0]!.id;
  await tx.execute(sql`select set_config('akada.institutions', (akada_institutions() || ${id}::int)::text, true)`);
  if (Object.keys(settings).length) await tx.update(institutions).set(settings).where(eq(institutions.id, id));
  for (const feature of product.features) await feature.seed?.(tx, id, product);
  return id;
}
