import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, render, type Tx } from '#kernel/database.ts';
import { institutionKinds, institutions } from '#kernel/identity.schema.ts';
import { line } from '#kernel/schemas.ts';
import type { Product } from '#web/feature.ts';
import { institutionName } from './institution-fields.ts';

export const NewInstitution = z.object({
  name: institutionName,
  shortName: line(40, 'The short name'),
  kind: z.enum(institutionKinds),
});

/**
 * Adds an institution with the features' initial data, such as roles, and adds its id to the transaction's
 * institutions, so that the caller can insert more. Callers check the permission.
 */
export async function seedInstitution(
  tx: Tx,
  input: z.infer<typeof NewInstitution>,
  product: Product,
  settings: Partial<typeof institutions.$inferInsert> = {},
): Promise<number> {
  const answer = await query<{ id: number }>(
    tx,
    render(sql`select akada_found_institution(${input.name}, ${input.shortName}, ${input.kind}) as id`),
  );
  const id = answer[0]!.id;
  await tx.execute(sql`select set_config('akada.institutions', (akada_institutions() || ${id}::int)::text, true)`);
  if (Object.keys(settings).length) await tx.update(institutions).set(settings).where(eq(institutions.id, id));
  for (const feature of product.features) await feature.seed?.(tx, id, product);
  return id;
}
