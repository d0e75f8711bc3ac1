import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

const isRoot = process.getuid?.() === 0;

/**
 * The user that PostgreSQL runs as, if not ourselves: it refuses to run as root, so root uses the owner of existing
 * data, and `nobody` for new data, because initdb needs a user from the password file.
 */
export function postgresUser(existing: string): SystemUser | undefined {
  if (!isRoot) return undefined;
  const owner = statSync(existing, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { name: nameOf(owner.uid), uid: owner.uid, gid: owner.gid };
  return { name: 'nobody', uid: numberOf('-u'), gid: numberOf('-g') };
}

/** Whether the user can traverse a folder. */
export function reaches(user: SystemUser | undefined, folder: string) {
  if (!user) return true;
  const options = { uid: user.uid, gid: user.gid, cwd: '/' };
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], options).status === 0;
}

/** Makes the user the owner of a file or folder. */
export function handTo(user: SystemUser | undefined, path: string) {
  if (user) chownSync(path, user.uid, user.gid);
}

function numberOf(what: '-u' | '-g') {
  return Number(spawnSync('id', [what, 'nobody'], { encoding: 'utf8' }).stdout || 65534);
}

function nameOf(uid: number) {
  return spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' }).stdout.trim() || String(uid);
}
