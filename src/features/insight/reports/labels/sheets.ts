/** Sheets of labels on A4, in millimetres. The sizes are those of the boxes in Nigerian stationery shops. */
export const labelSheets = {
  '3x8': { columns: 3, rows: 8, width: 70, height: 37, left: 0, top: 0.5, gap: 0 },
  '2x7': { columns: 2, rows: 7, width: 99.1, height: 38.1, left: 4.65, top: 15.15, gap: 2.5 },
} as const;
export type LabelSheet = keyof typeof labelSheets;

export const sheetLabels: Record<LabelSheet, string> = {
  '3x8': '24 labels of 70 × 37 mm (3 × 8)',
  '2x7': '14 labels of 99.1 × 38.1 mm (2 × 7)',
};

export const labelsOn = (sheet: LabelSheet): number => labelSheets[sheet].columns * labelSheets[sheet].rows;

/** What labels say: the person with class or department and number, or the guardian with the address. */
export type LabelContent = 'person' | 'guardian';
