import { fromText, shown } from '#features/assessment/compute/fraction-text.ts';

/** An exact figure with two decimals. */
export const figure = (exact: string): string => shown(fromText(exact));
