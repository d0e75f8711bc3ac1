import type { Day } from '#kernel/dates.ts';
import { page } from '#web/page.ts';
import type { Candidate } from './days/candidates.queries.ts';
import type { CoverLesson } from './days/cover-day.queries.ts';
import type { TermCovers } from './days/term-covers.queries.ts';
import type { OwnCover } from './days/own-covers.queries.ts';

export interface CoverDayProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  day: Day;
  today: Day;
  /** The teachers whose lessons are shown: away, chosen, or covered already. */
  absent: { id: number; name: string; why: string | null }[];
  /** Those who were chosen on the page. */
  chosen: number[];
  lessons: (CoverLesson & { candidates: Candidate[] })[];
  canEdit: boolean;
  /** Changes of which nobody was told yet. */
  toTell: number;
}
export const coverDayPage = page<CoverDayProps>('cover/day');
export const ownCoversPage = page<{ today: Day; covers: OwnCover[] }>('cover/own');

export interface TermCoversProps extends TermCovers {
  institution: string;
}
export const termCoversPage = page<TermCoversProps>('cover/term');
