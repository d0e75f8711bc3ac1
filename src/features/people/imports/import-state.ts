/** The states of an import: uploaded → checking → checked → running → done. It can fail, be cancelled, or be undone. */
const importStates = [
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

/** all: every row in one transaction, or none; good: valid rows only, the others go to the problems file. */
export const importModes = ['all', 'good'] as const;
export type ImportMode = (typeof importModes)[number];

export const importStateLabels: Record<ImportState, string> = {
  uploaded: 'Uploaded',
  checking: 'Checking',
  checked: 'Checked',
  running: 'Importing',
  done: 'Imported',
  failed: 'Failed',
  cancelled: 'Cancelled',
  undoing: 'Undoing',
  undone: 'Undone',
};

/** Columns can be mapped (again) until something is imported. */
const mayCheck = (state: ImportState): boolean => state === 'uploaded' || state === 'checked' || state === 'failed';
export const mayCheckAgain = (found: { state: ImportState; importedCount: number; emptiedAt: Date | null }): boolean =>
  mayCheck(found.state) && found.importedCount === 0 && found.emptiedAt === null;
export const mayCancel = (state: ImportState): boolean =>
  state === 'uploaded' || state === 'checking' || state === 'checked' || state === 'running';
export const isAtWork = (state: ImportState): boolean =>
  state === 'checking' || state === 'running' || state === 'undoing';
/** An import can be undone as long as the data needed for it is kept. */
export const hasEnded = (state: ImportState): boolean =>
  state === 'done' || state === 'failed' || state === 'cancelled';
