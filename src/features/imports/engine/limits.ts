/** What one import may hold. */
export const maxBytes = 20 * 1024 * 1024;
export const maxRows = 100_000;
/** Blank rows between them count too. */
export const maxSheetRows = 1_048_576;
export const maxColumns = 200;
/** Blank cells at the end of a row count too: as many as a spreadsheet has. */
export const maxCells = 16_384;
export const maxCellLetters = 10_000;
export const maxRowLetters = 100_000;
/** One long text may stand in many cells of a workbook. */
export const maxLetters = 60_000_000;
/** A workbook may not unpack to more than this. */
export const maxUnpackedBytes = 300 * 1024 * 1024;
/** The longest that an upload may be read. */
export const maxSeconds = 60;
