import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { day, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { lines, optionalPicture, slug } from './site-fields.ts';

const time = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d/, 'Give a time such as 08:30.')
  .transform((text) => text.slice(0, 5));

export const PostFields = z
  .object({
    title: line(120, 'The title'),
    slug: slug(1, 80),
    summary: line(300, 'The summary'),
    body: lines(50_000, 'The text'),
    pictureId: optionalPicture,
    /** Nobody sees a draft; 'now' keeps the moment of a post that is out already; 'at' may also lie in the past. */
    state: z.enum(['draft', 'now', 'at'], { error: 'Choose one.' }),
    publishOn: emptyIsNull(day),
    publishTime: emptyIsNull(time),
  })
  .refine(({ state, publishOn }) => state !== 'at' || publishOn !== null, {
    path: ['publishOn'],
    error: 'Give the day on which the post comes out.',
  })
  .refine(({ state, publishTime }) => state !== 'at' || publishTime !== null, {
    path: ['publishTime'],
    error: 'Give the time at which the post comes out.',
  });
export const CreatePost = PostFields.safeExtend({ institutionId: id });

type Moment = Pick<z.infer<typeof PostFields>, 'state' | 'publishOn' | 'publishTime'>;

/** When the post comes out, reckoned in the institution's time zone. */
export function publication(
  { state, publishOn, publishTime }: Moment,
  timeZone: string,
  before?: { status: string; publishAt: Date | null },
): { status: 'draft' | 'published'; publishAt: SQL | Date | null } {
  if (state === 'draft') return { status: 'draft', publishAt: null };
  if (state === 'at')
    return {
      status: 'published',
      publishAt: sql`(${`${publishOn} ${publishTime}`})::timestamp at time zone ${timeZone}`,
    };
  const isOut = before?.status === 'published' && before.publishAt !== null && before.publishAt <= new Date();
  return { status: 'published', publishAt: isOut ? before.publishAt : sql`now()` };
}
