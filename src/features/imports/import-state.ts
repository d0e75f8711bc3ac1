/** The way of an import: uploaded → checking → checked → running → done; it may fail or be cancelled on the way, and be undone. */
export const importStates = [
  'uploaded',
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof importStates)[number];

/** all: every row in one transaction, or none; good: rows without problems, the others stay in the file of problems. */
export const importModes = ['all', 'good'] as const;
export type ImportMode = (typeof importModes)[number];

export const importStateWords: Record<ImportState, string> = {
  uploaded: 'Columns to be named',
  checking: 'Being checked',
  checked: 'Checked, not imported',
  running: 'Being imported',
  done: 'Imported',
  failed: 'Stopped',
  cancelled: 'Cancelled',
  undoing: 'Being undone',
  undone: 'Undone',
};

/** The columns may be named (again) as long as nothing was imported. */
const mayCheck = (state: ImportState): boolean => state === 'uploaded' || state === 'checked' || state === 'failed';
export const mayCheckAgain = (found: { state: ImportState; importedCount: number; emptiedAt: Date | null }): boolean =>
  mayCheck(found.state) && found.importedCount === 0 && found.emptiedAt === null;
export const mayCancel = (state: ImportState): boolean =>
  state === 'uploaded' || state === 'checking' || state === 'checked' || state === 'running';
export const isAtWork = (state: ImportState): boolean =>
  state === 'checking' || state === 'running' || state === 'undoing';
/** Whatever it brought in can be taken back, as long as what is needed for it is kept. */
export const hasEnded = (state: ImportState): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';
