import type { Choice } from '#kernel/choices.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { readList } from './reads.list.ts';
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

export interface ReadLogProps extends PropsOfList<typeof readList> {
  /** The person that the filter names. */
  reader?: Choice | null;
}
export const readLogPage = page<ReadLogProps>('privacy/read-log');
