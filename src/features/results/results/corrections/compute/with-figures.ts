import { isDeepStrictEqual } from 'node:util';
import type { PublishedCard } from '../../publication/published-card.ts';
import type { Figures } from './rank-again.ts';

/**
 * The card with what the correction changes in the figures of its class: where ranking again gives the same with and
 * without the correction, the card keeps what was published.
 */
export function withFigures(card: PublishedCard, before: Figures, after: Figures): PublishedCard {
  const { inBatch, inClass } = after;
  const isMoved = !isDeepStrictEqual([before.inBatch, before.inClass], [inBatch, inClass]);
  const changed = new Map(
    [...after.courses].filter(([id, figures]) => !isDeepStrictEqual(before.courses.get(id), figures)),
  );
  if (!isMoved && changed.size === 0) return card;
  return {
    ...card,
    summary: isMoved ? { ...card.summary, inBatch, inClass } : card.summary,
    courses: card.courses.map((course) => ({ ...course, ...changed.get(course.id) })),
  };
}
