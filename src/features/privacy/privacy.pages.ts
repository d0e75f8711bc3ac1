import type { Choice } from '#kernel/choices.ts';
import { page } from '#web/page.ts';
import type { ReadFilter, ReadRow } from './reads.queries.ts';
import type { KindKey } from './subjects.ts';

export interface PersonPrivacyProps {
  person: { kind: KindKey; id: number; name: string; number: string; numberWord: string; isErased: boolean };
  /** What is kept, by section, with how many entries. */
  kept: { title: string; count: number }[];
  can: { handOver: boolean; readLog: boolean; erase: boolean };
  /** An erasure waits for a second person. */
  isWaiting: boolean;
  /** Why the person cannot be erased yet. */
  stays: string | null;
}
export const personPrivacy = page<PersonPrivacyProps>('privacy/person-privacy');

export const readLogPage = page<{
  filter: Omit<ReadFilter, 'after' | 'academic_session'>;
  rows: ReadRow[];
  next: string | null;
  /** Whom the filter names. */
  reader?: Choice | null;
}>('privacy/read-log');
