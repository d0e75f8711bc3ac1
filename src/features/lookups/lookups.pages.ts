import { page } from '#web/page.ts';
import type { ListKey } from './lookups.schema.ts';

export interface ListEditorProps {
  institution: { id: number; name: string };
  list: ListKey;
  /** Every list with how many words it offers. */
  sizes: Record<ListKey, number>;
  words: { name: string; isRetired: boolean }[];
  /** After the first paint: how many bear each word. */
  counts?: Record<string, number>;
}
export const listEditor = page<ListEditorProps>('lookups/list-editor');
