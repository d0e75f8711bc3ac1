import { sql } from 'drizzle-orm';
import { applications } from '../admissions.schema.ts';
import type { Decision } from './transitions.ts';

/** The columns that change with a decision. A rejected or withdrawn application remembers where it came from. */
export function changesOf(to: Decision, { until, reason }: { until: string | null; reason: string | null }) {
  const isClosed = to === 'rejected' || to === 'withdrawn';
  return {
    status: to,
    closedAt: isClosed ? sql`now()` : null,
    closeReason: isClosed ? reason : null,
    closedFrom: isClosed ? sql`${applications.status}` : null,
    ...(to === 'offered' && { offeredAt: sql`now()`, offerUntil: until }),
    ...((to === 'under_review' || to === 'waiting_list') && { offeredAt: null, offerUntil: null, acceptedAt: null }),
    ...(to === 'accepted' && { acceptedAt: sql`now()` }),
  };
}
