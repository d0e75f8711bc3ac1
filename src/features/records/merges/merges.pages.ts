import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { MergePreviewField } from '#kernel/personal-data/merge-rule.ts';
import type { Entity } from '#kernel/personal-data/entity.ts';
import { page } from '#web/page.ts';
import type { Candidate } from './candidates.queries.ts';
import type { mergeList } from './merges.list.ts';

export interface MergePreview {
  /** Those in which the records differ. */
  fields: MergePreviewField[];
  sameCount: number;
  /** Differing fields that the user cannot see; the merge rule decides. */
  unseenCount: number;
  moves: string[];
  conflicts: string[];
}

export const mergeStart = page<{
  entity: Entity;
  /** '/students'. */
  path: string;
  kept: Candidate;
  q: string;
  /** Found by the search, or possible duplicates without one. */
  found: Candidate[];
  /** There are more than these. */
  isMore: boolean;
}>('merges/merge-start');

export const mergePage = page<
  MergePreview & {
    entity: Entity;
    path: string;
    kept: Candidate;
    other: Candidate;
  }
>('merges/merge');

export const mergeListPage = page<PropsOfList<typeof mergeList>>('merges/merge-list');
