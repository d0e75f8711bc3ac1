import { and, eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { kindOf, type Kind } from './lists.ts';

/** Changes columns of a row; an address that another page has is refused at its field. */
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
  site_pages_institution_id_slug_key: ['slug', `Another page has the address ${slugIn(values)}. Choose another one.`],
  site_posts_institution_id_slug_key: ['slug', `Another post has the address ${slugIn(values)}. Choose another one.`],
});

const slugIn = (values: object) => String((values as { slug?: string }).slug);
