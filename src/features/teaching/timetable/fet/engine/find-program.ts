import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** The program of FET for the command line, from Debian's package `fet`. */
export const usualProgram = 'fet-cl';

/** Where the named program is; null without one. It is never required. */
export async function findProgram(named = usualProgram): Promise<string | null> {
  if (named === 'off') return null;
  const places = isAbsolute(named)
    ? [named]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, named));
  for (const place of places) if (await isProgram(place)) return place;
  return null;
}

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
