import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { emptyIsNull, id, line, localMoment } from '#kernel/schemas.ts';
import { lines, optionalPicture, slug } from '../site-fields.ts';

export const PostFields = z
  .object({
    title: line(120, 'The title'),
    slug: slug(1, 80),
    summary: line(300, 'The summary'),
    body: lines(50_000, 'The text'),
    pictureId: optionalPicture,
    /** 'now' keeps the publication time of a published post; 'at' can also be in the past. */
    state: z.enum(['draft', 'now', 'at'], { error: 'Choose a status.' }),
    publishAt: emptyIsNull(localMoment),
  })
  .refine(({ state, publishAt }) => state !== 'at' || publishAt !== null, {
    path: ['publishAt'],
    error: 'Enter the date and time to publish the post.',
  });
export const CreatePost = PostFields.safeExtend({ institutionId: id });

type Moment = Pick<z.infer<typeof PostFields>, 'state' | 'publishAt'>;

/** The publication time, calculated in the institution's time zone. */
export function publication(
  { state, publishAt }: Moment,
  timeZone: string,
  before?: { status: string; publishAt: Date | null },
): { status: 'draft' | 'published'; publishAt: SQL | Date | null } {
  if (state === 'draft') return { status: 'draft', publishAt: null };
  if (state === 'at')
    return { status: 'published', publishAt: sql`(${publishAt})::timestamp at time zone ${timeZone}` };
  const isOut = before?.status === 'published' && before.publishAt !== null && before.publishAt <= new Date();
  return { status: 'published', publishAt: isOut ? before.publishAt : sql`now()` };
}
