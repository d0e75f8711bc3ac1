import { clean, squeeze } from './clean.ts';

/** Matches "Student's Date of Birth (dd/mm/yyyy)" to dateofbirth. */
export function spellings(header: string, prefix: RegExp): string[] {
  const whole = squeeze(header);
  const core = squeeze(clean(header.replace(/\(.*?\)|\[.*?\]|\*/g, '')));
  return [...new Set([whole, core, core.replace(prefix, '')])].filter(Boolean);
}
