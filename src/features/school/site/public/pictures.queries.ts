import { sql, type SQL } from 'drizzle-orm';
import type { pictureFormats } from '../site.schema.ts';

export interface Picture {
  token: string;
  alt: string;
  width: number;
  height: number;
  sizes: { width: number; format: (typeof pictureFormats)[number] }[] | null;
}

/** The picture of a row with its available sizes, or null. */
export const pictureOf = (table: 'site_slides' | 'site_testimonials' | 'site_posts'): SQL<Picture | null> => {
  const row = sql.identifier(table);
  return sql<Picture | null>`(
    select jsonb_build_object('token', p.token, 'alt', p.alt, 'width', p.width, 'height', p.height, 'sizes', (
      select jsonb_agg(jsonb_build_object('width', z.width, 'format', z.format) order by z.width)
      from site_picture_sizes z where (z.institution_id, z.picture_id) = (p.institution_id, p.id)))
    from site_pictures p where (p.institution_id, p.id) = (${row}.institution_id, ${row}.picture_id))`;
};
