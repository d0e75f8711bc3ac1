import { Badge } from '#ui/badge.tsx';
import { dateTimeText } from '#ui/format.ts';
import { zoneOf } from '#ui/zone.ts';
import type { PostRow, ShownState } from './posts.queries.ts';

export const postStateWords: Record<ShownState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
};

const tones = { draft: 'plain', scheduled: 'info', published: 'good' } as const;

/** 'Scheduled for 5 Jan 2027, 08:30 am', in the institution's time zone. */
export function PostState({ post: { state, publishAt, institutionId } }: { post: PostRow }) {
  const when = publishAt && dateTimeText(publishAt, zoneOf(institutionId));
  return (
    <Badge tone={tones[state]}>
      {postStateWords[state]}
      {when && ` ${state === 'scheduled' ? 'for ' : ''}${when}`}
    </Badge>
  );
}
