import type { FieldGroup } from '#kernel/field-groups.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { Entity } from '#features/people/people.schema.ts';
import { page } from '#web/page.ts';
import type { Side } from './merge-units.ts';
import type { mergeList } from './merges.list.ts';
import type { Candidate } from './merges.queries.ts';

export interface PreviewField {
  key: string;
  label: string;
  group: FieldGroup;
  kept: string | null;
  other: string | null;
  keptPhoto?: string;
  otherPhoto?: string;
  /** Whose value wins unless somebody chooses. */
  winner: Side;
  isSame: boolean;
}

export interface MergePreview {
  /** Those in which the records differ. */
  fields: PreviewField[];
  sameCount: number;
  /** Differing ones that the person may not see; the rule decides. */
  unseenCount: number;
  moves: string[];
  conflicts: string[];
}

export interface MergeStartProps {
  entity: Entity;
  /** '/students'. */
  path: string;
  kept: Candidate;
  q: string;
  /** Found by the search, or without one who is alike. */
  found: Candidate[];
  /** There are more than these. */
  isMore: boolean;
}
export const mergeStart = page<MergeStartProps>('merges/merge-start');

export interface MergeProps extends MergePreview {
  entity: Entity;
  path: string;
  kept: Candidate;
  other: Candidate;
}
export const mergePage = page<MergeProps>('merges/merge');

export const mergeListPage = page<PropsOfList<typeof mergeList>>('merges/merge-list');
