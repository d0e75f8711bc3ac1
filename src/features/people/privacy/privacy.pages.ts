import type { Choice } from '#kernel/choices.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { accessLog } from './access-log.list.ts';
import type { KindKey } from './find-subject.ts';

export interface PersonPrivacyProps {
  person: { kind: KindKey; id: number; name: string; number: string; numberWord: string; isErased: boolean };
  /** What is stored, by section, with how many entries. */
  sections: { title: string; count: number }[];
  can: { export: boolean; readLog: boolean; erase: boolean };
  /** An erasure waits for a second person. */
  isWaiting: boolean;
  /** Why the person cannot be erased yet. */
  cannotErase: string | null;
}
export const personPrivacy = page<PersonPrivacyProps>('privacy/person-privacy');

export interface AccessLogProps extends PropsOfList<typeof accessLog> {
  /** The person that the filter names. */
  reader?: Choice | null;
}
export const accessLogPage = page<AccessLogProps>('privacy/access-log');
