import { CannotStart } from '#kernel/cannot-start.ts';

/** The disk is full, which passes when someone frees space. */
export class NoRoom extends CannotStart {}

const known: [RegExp, (home: string) => string][] = [
  [
    /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/i,
    (home) => `The disk that holds ${home} is full. Free some space (a new database needs 100 MB) and start again.`,
  ],
  [
    /Read-only file system|EROFS/i,
    (home) => `${home} is on a read-only disk. Set AKADA_DATA to a folder on another disk.`,
  ],
  [
    /Cannot allocate memory|could not map anonymous shared memory/i,
    () => 'There is not enough memory for PostgreSQL, which needs about 300 MB. Stop other programs, then start again.',
  ],
  [
    /database files are incompatible|was initialized by PostgreSQL version/i,
    (home) =>
      `The data in ${home} was written by another version of PostgreSQL. Start the Akada that wrote it, or load a dump of it into this one.`,
  ],
  [
    /error while loading shared libraries/i,
    () => 'PostgreSQL misses its libraries: the install scripts did not run. Run "npm ci" without --ignore-scripts.',
  ],
  [
    /Permission denied|Operation not permitted|EACCES|EPERM/,
    (home) =>
      `${home} belongs to another user. Start Akada as the user who started it first, or set AKADA_DATA to a folder of your own.`,
  ],
];

/** An error of PostgreSQL or the system as a message for the operator. */
export function explain(said: string, home: string): CannotStart {
  const found = known.find(([pattern]) => pattern.test(said));
  const sentence = found?.[1](home);
  if (sentence && found === known[0]) return new NoRoom(sentence);
  return new CannotStart(sentence ?? `PostgreSQL in ${home} does not start. Its output:\n${said.trim()}`);
}
