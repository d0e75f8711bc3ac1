import { REQUIRES_PIN } from '#ui/plain/constants.ts';

/** A program's label in lists: its name, marked if it needs a registration pin (3.5, 4.18). */
export const programLabel = ({ name, requiresPin }: { name: string; requiresPin: boolean }): string =>
  requiresPin ? `${name} (${REQUIRES_PIN})` : name;

const marker = new RegExp(`\\s*[([-]?\\s*${REQUIRES_PIN.replace(' ', '\\s+')}\\s*[)\\]]?\\s*`, 'i');

/** A typed or imported name: 'Requires Pin' in it becomes the flag and leaves the name. */
export function readProgramName(typed: string): { name: string; requiresPin: boolean } {
  if (!marker.test(typed)) return { name: typed, requiresPin: false };
  return { name: typed.replace(marker, ' ').replace(/\s+/g, ' ').trim(), requiresPin: true };
}
