import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db, pick } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { sitePictures } from '../site.schema.ts';

/** A picture as shown in forms. */
export interface ChosenPicture {
  id: number;
  token: string;
  alt: string;
  width: number;
  height: number;
}

/** The picture of a row, or null. */
export const chosenPicture = (row: { institutionId: AnyPgColumn; pictureId: AnyPgColumn }): SQL<ChosenPicture | null> =>
  sql<ChosenPicture | null>`(
    select jsonb_build_object('id', p.id, 'token', p.token, 'alt', p.alt, 'width', p.width, 'height', p.height)
    from site_pictures p where (p.institution_id, p.id) = (${withTable(row.institutionId)}, ${withTable(row.pictureId)}))`;

/** Names of everything on the site that uses a picture. */
const uses = (institutionId: SQL | number, id: SQL | number) => sql`
  select 'the slide “' || title || '”' as name from site_slides where institution_id = ${institutionId} and picture_id = ${id}
  union all select 'the testimonial of ' || name from site_testimonials where institution_id = ${institutionId} and picture_id = ${id}
  union all select 'the post “' || title || '”' from site_posts where institution_id = ${institutionId} and picture_id = ${id}`;

export const usesOf = async (db: Db, institutionId: number, id: number): Promise<string[]> =>
  (await query<{ name: string }>(db, render(uses(institutionId, id)))).map(({ name }) => name);

const columns = pick(sitePictures, 'id', 'institutionId', 'token', 'name', 'alt', 'width', 'height');

/** The library, the newest first. */
export const pictureList = declareList({
  id: sitePictures.id,
  visible: inInstitutions(sitePictures.institutionId, 'site.edit'),
  filters: {},
  select: (db) =>
    db
      .select({
        ...columns,
        uses: sql<number>`(select count(*) from (${uses(sql`site_pictures.institution_id`, sql`site_pictures.id`)}) u)`,
      })
      .from(sitePictures),
  pageSize: 60,
});
export type PictureRow = Awaited<ReturnType<typeof pictureList.readPage>>['rows'][number];

export const findPicture = async (db: Db, actor: Actor, id: number) => {
  const [row] = await db
    .select({ ...columns, createdAt: sitePictures.createdAt })
    .from(sitePictures)
    .where(and(inArray(sitePictures.institutionId, institutionsWhere(actor, 'site.edit')), eq(sitePictures.id, id)));
  if (!row) throw new NotFound('picture');
  return row;
};
