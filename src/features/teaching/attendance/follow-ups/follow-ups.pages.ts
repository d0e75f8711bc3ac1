import { page } from '#web/page.ts';
import type { FollowUp } from './add-follow-up.ts';
import type { ConcernLimits, ConcernRow } from './concerns.queries.ts';

export interface ConcernsProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  rows: ConcernRow[];
  isMore: boolean;
  limits: ConcernLimits;
  filter: { what: 'below' | 'row' | null; q: string };
  can: { message: boolean; setUp: boolean };
}
export const concernsPage = page<ConcernsProps>('attendance/concerns');

export interface FollowUpProps {
  student: { id: number; name: string; batch: string | null; institutionId: number };
  rows: FollowUp[];
}
export const followUpPage = page<FollowUpProps>('attendance/follow-up');
