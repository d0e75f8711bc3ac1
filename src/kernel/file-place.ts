import { join } from 'node:path';
import { NotFound } from './errors.ts';

/** Where an upload lies. Anything but a name that we gave is no upload, least of all a path. */
export function placeOf(folder: string, storedAs: string): string {
  if (!/^[0-9a-f]{2}\/[0-9a-f]{40}$/.test(storedAs)) throw new NotFound('file');
  return join(folder, storedAs);
}
