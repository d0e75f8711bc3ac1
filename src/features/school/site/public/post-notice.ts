import { formatDay, today } from '#kernel/dates.ts';
import type { PostRow } from './news.queries.ts';

/** The preview banner of a post that is not published yet. */
export const postNotice = ({ status, at }: Pick<PostRow, 'status' | 'at'>, timeZone: string): string | null => {
  if (status === 'draft') return 'this post is a draft';
  return at > new Date() ? `this post is not published yet; it appears on ${formatDay(today(timeZone, at))}` : null;
};
