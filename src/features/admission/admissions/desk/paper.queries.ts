import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { isVisible } from './review.queries.ts';

interface Paper {
  storedAs: string;
  size: number;
  mediaType: string;
  name: string;
}

/** A paper of an application; `photo` is the photo. */
export async function findPaper(db: Db, actor: Actor, applicationId: number, kind: string): Promise<Paper> {
  const rows = await query<Paper>(
    db,
    render(sql`
    select f.stored_as as "storedAs", f.size, f.media_type as "mediaType", coalesce(p.name, 'photo.jpg') as name
    from applications
    left join application_papers p on p.institution_id = applications.institution_id
      and p.application_id = applications.id and p.kind = ${kind}
    join files f on f.institution_id = applications.institution_id
      and f.id = case when ${kind} = 'photo' then applications.photo_id else p.file_id end
    where ${isVisible(actor)} and applications.id = ${applicationId}`),
  );
  if (!rows[0]) throw new NotFound('paper');
  return rows[0];
}
