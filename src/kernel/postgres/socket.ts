import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { Place } from '#kernel/postgres/place.ts';
import { handTo } from '#kernel/postgres/system-user.ts';

const name = '.s.PGSQL.5432';
// The kernel limits a socket's path to 108 bytes (macOS 104), including the closing zero.
const limit = process.platform === 'darwin' ? 103 : 107;

/** The folder of the socket: in `home`, or a short one if that path is too long for a socket. */
export function socketFolder({ home, user }: Place) {
  const inside = join(home, 'socket');
  if (Buffer.byteLength(join(inside, name)) <= limit && !/[,"]/.test(inside)) return inside;
  const short = join(tmpdir(), `akada-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
  const owner = user?.uid ?? process.getuid?.();
  const found = lstatSync(short, { throwIfNoEntry: false });
  if (!found) {
    mkdirSync(short, { mode: 0o700 });
    handTo(user, short);
  } else if (!found.isDirectory() || found.uid !== owner || found.mode & 0o077) {
    throw new CannotStart(`${short} should contain PostgreSQL's socket, but belongs to another user. Remove it.`);
  }
  return short;
}

/** Whether a PostgreSQL answers there, even one in another container whose processes we cannot see. */
export function answers(folder: string) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(join(folder, name));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Removes the files of a killed PostgreSQL from the folder. */
export function clearSocket(folder: string) {
  for (const file of [name, `${name}.lock`]) rmSync(join(folder, file), { force: true });
}
