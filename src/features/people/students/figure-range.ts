/** What was typed to filter by a figure: the figure as it is shown, or a range of exact values with open ends. */
export type FigureRange = { shown: string } | { low: string; high: string };

/** '3.5', '3.5..4', '3.5..' or '..2'. Null for anything else, which no student has. */
export function rangeOf(text: string): FigureRange | null {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return { shown: text };
  const parts = /^(\d{1,6}(?:\.\d{1,6})?)?\s*(?:\.\.|…|–)\s*(\d{1,6}(?:\.\d{1,6})?)?$/.exec(text);
  if (!parts || (parts[1] === undefined && parts[2] === undefined)) return null;
  return { low: parts[1] ?? '0', high: parts[2] ?? '1000000' };
}
