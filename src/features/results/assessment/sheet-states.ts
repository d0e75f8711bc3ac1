/** The life of a sheet: the marks of a batch in a term. Before the first, nothing can be entered. */
export const sheetStates = {
  open: 'Open',
  locked: 'Locked',
  approved: 'Approved',
  published: 'Published',
} as const;
export type SheetState = keyof typeof sheetStates;
