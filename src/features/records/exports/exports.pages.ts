import type { TableFormat } from '#kernel/export/columns.ts';
import { page } from '#web/page.ts';
import type { ExportState } from './export-state.ts';

export interface ExportFile {
  id: number;
  title: string;
  format: TableFormat;
  state: ExportState;
  done: number;
  /** Null until it is known. */
  total: number | null;
  size: number | null;
  failure: string | null;
}

export const exportFilePage = page<{ file: ExportFile; back: string }>('exports/export-file');
