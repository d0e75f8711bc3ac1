import { decimal, formatMoney, type Money } from '../money.ts';

/** `12,500.00` in a column, with a minus sign as wide as a digit. */
export const figure = (minor: number): string => decimal(minor).replace('-', '−');

/** `₦12,500.00`, `−₦300.00`. */
export const priced = ({ minor, currency }: Money): string =>
  `${minor < 0 ? '−' : ''}${formatMoney({ minor: Math.abs(minor), currency })}`;
