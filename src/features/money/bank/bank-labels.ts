/** What became of a line, with its name on the screen. */
export const lineStates = {
  open: 'Open',
  matched: 'Matched',
  received: 'Payment recorded',
  suspense: 'Unidentified',
  ignored: 'Ignored',
  posted: 'Posted',
} as const;
export type LineState = keyof typeof lineStates;

const strengths = { strong: 'Strong', weak: 'Weak' } as const;
export type Strength = keyof typeof strengths;

/** The open lines by their proposal, then those that are done. */
export const lineGroups = {
  strong: 'Strong proposals',
  weak: 'Weak proposals',
  post: 'Charges to post',
  none: 'No proposal',
  done: 'Done',
} as const;
export type LineGroup = keyof typeof lineGroups;

/** The most rows of one statement. */
export const mostRows = 20_000;
export const statementBytes = 10 * 1024 * 1024;
