/*
 * A cell that begins with one of these is computed by a spreadsheet: the four signs, their full-width forms, and the
 * tab and carriage return that some programs skip before looking. An apostrophe in front keeps it text. Text that
 * already looks disarmed gets one more, so that taking one away gives back exactly what was there.
 */
const armed = /^'*[=+\-@\t\r＝＋－＠]/;
const disarmed = /^'(?='*[=+\-@\t\r＝＋－＠])/;

/** The text as a cell that no spreadsheet computes. */
export const disarm = (text: string): string => (armed.test(text) ? `'${text}` : text);

/** What was disarmed, as it was; any other text as it is. */
export const rearm = (text: string): string => text.replace(disarmed, '');
