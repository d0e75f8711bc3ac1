import { and, eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { kindOf, type Kind } from './lists.ts';

/** Updates columns of a row; a slug that is taken is refused. */
export const writeItem = (
  tx: Tx,
  kind: Kind,
  { institutionId, id }: { institutionId: number; id: number },
  values: object,
): Promise<unknown> => {
  const { table } = kindOf(kind);
  return refuseDuplicate(
    tx
      .update(table)
      .set(kind === 'pages' ? { ...values, updatedAt: new Date() } : values)
      .where(and(eq(table.institutionId, institutionId), eq(table.id, id))),
    addressTaken(values),
  );
};

export const addressTaken = (values: object): Record<string, [string, string]> => ({
  site_pages_institution_id_slug_key: [
    'slug',
    `The address ${slugIn(values)} is already used by another page. Choose another one.`,
  ],
  site_posts_institution_id_slug_key: [
    'slug',
    `The address ${slugIn(values)} is already used by another post. Choose another one.`,
  ],
});

const slugIn = (values: object) => String((values as { slug?: string }).slug);
