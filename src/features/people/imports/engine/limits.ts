/** Limits of one import. */
export const maxBytes = 20 * 1024 * 1024;
export const maxRows = 100_000;
/** Including blank rows. */
export const maxSheetRows = 1_048_576;
export const maxColumns = 200;
/** Including blank cells at the end of a row: the maximum of a spreadsheet. */
export const maxCells = 16_384;
export const maxCellLetters = 10_000;
export const maxRowLetters = 100_000;
/** A workbook can repeat one long text in many cells. */
export const maxLetters = 60_000_000;
/** The maximum unpacked size of a workbook. */
export const maxUnpackedBytes = 300 * 1024 * 1024;
/** The maximum time to read an upload. */
export const maxSeconds = 60;
