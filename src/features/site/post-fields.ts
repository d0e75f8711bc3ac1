import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { isDay } from '#kernel/dates.ts';
import { emptyIsNull, id, line } from '#kernel/schemas.ts';
import { lines, optionalPicture, slug } from './site-fields.ts';

/** A day and a time of the institution's own clock, yyyy-mm-ddThh:mm. */
const moment = z.string().refine((text) => {
  const [date = '', time = ''] = text.split('T');
  return isDay(date) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
}, 'Give a day that exists and a time, for example 5 January 2027, 08:30 am.');

export const PostFields = z
  .object({
    title: line(120, 'The title'),
    slug: slug(1, 80),
    summary: line(300, 'The summary'),
    body: lines(50_000, 'The text'),
    pictureId: optionalPicture,
    /** Nobody sees a draft; 'now' keeps the moment of a post that is out already; 'at' may also lie in the past. */
    state: z.enum(['draft', 'now', 'at'], { error: 'Choose one.' }),
    publishAt: emptyIsNull(moment),
  })
  .refine(({ state, publishAt }) => state !== 'at' || publishAt !== null, {
    path: ['publishAt'],
    error: 'Give the day and the time at which the post comes out.',
  });
export const CreatePost = PostFields.safeExtend({ institutionId: id });

type Moment = Pick<z.infer<typeof PostFields>, 'state' | 'publishAt'>;

/** When the post comes out, reckoned in the institution's time zone. */
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
