/*
 * A spreadsheet computes a cell that begins with one of these: the four signs, their full-width forms, and the tab and
 * carriage return that some programs skip. A leading apostrophe keeps it text. Text that already looks escaped gets
 * another apostrophe, so that removing one restores the original.
 */
const armed = /^'*[=+\-@\t\r＝＋－＠]/;
const disarmed = /^'(?='*[=+\-@\t\r＝＋－＠])/;

/** The text as a cell that no spreadsheet computes. */
export const disarm = (text: string): string => (armed.test(text) ? `'${text}` : text);

/** Removes the escape; other text stays unchanged. */
export const rearm = (text: string): string => text.replace(disarmed, '');
