import { PLACEHOLDER_OPTION } from './plain/constants.ts';

/** 5.1: a placeholder is not a choice; the program list's is spelled differently and compared case-sensitively. */
export const isChosen = (value: string, placeholder: string = PLACEHOLDER_OPTION): boolean =>
  value !== '' && value !== placeholder;
