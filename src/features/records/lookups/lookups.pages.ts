import { page } from '#web/page.ts';
import type { ListKey } from './lookups.schema.ts';

export interface ListEditorProps {
  institution: { id: number; name: string };
  list: ListKey;
  /** The number of values of each list. */
  sizes: Record<ListKey, number>;
  words: { name: string; isRetired: boolean }[];
  /** The number of records with each value; loaded after the first paint. */
  counts?: Record<string, number>;
}
export const listEditor = page<ListEditorProps>('lookups/list-editor');
