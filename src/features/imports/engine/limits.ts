/** What one import may hold. */
export const maxBytes = 20 * 1024 * 1024;
export const maxRows = 100_000;
export const maxColumns = 200;
/** A workbook may not unpack to more than this. */
export const maxUnpackedBytes = 300 * 1024 * 1024;
