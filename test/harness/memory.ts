import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const shared = '/dev/shm';
/** Several times what the databases of a run take. */
const enough = 2 * 2 ** 30;

/** A temporary folder in memory where the machine has one with room: copying a database there takes a third. */
export function memory(): string {
  return hasRoom() ? shared : tmpdir();
}

/** Everywhere that an earlier run may have used. */
export const places = () => [tmpdir(), shared].filter((place) => existsSync(place));

function hasRoom() {
  try {
    accessSync(shared, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(shared);
    return bavail * bsize > enough;
  } catch {
    return false;
  }
}
