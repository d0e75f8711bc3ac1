import { PLACEHOLDER_OPTION } from './constants.ts';

/** 5.1: the placeholder is no choice, however it comes; the program list's is spelt differently and compared as spelt. */
export const isChosen = (value: string, placeholder: string = PLACEHOLDER_OPTION): boolean =>
  value !== '' && value !== placeholder;
