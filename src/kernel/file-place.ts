import { join } from 'node:path';
import { NotFound } from './errors.ts';

/** The path of an upload. Throws for any name that we did not create, above all a path. */
export function placeOf(folder: string, storedAs: string): string {
  if (!/^[0-9a-f]{2}\/[0-9a-f]{40}$/.test(storedAs)) throw new NotFound('file');
  return join(folder, storedAs);
}
