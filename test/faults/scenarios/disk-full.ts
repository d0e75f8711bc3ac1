import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freeBytes } from '#kernel/disk.ts';
import { begin, type Episode } from '#test/faults/episode.ts';
import type { Part } from '#test/faults/report.ts';
import { install, makeFolder, type Site } from '#test/faults/site.ts';

const megabytes = 500;

/** Database and uploads on a small disk that runs full under load, to the last byte, and is emptied again. */
export const diskFull: Part = async ({ seed, log }) => {
  if (process.getuid?.() !== 0 || process.platform !== 'linux')
    return { problems: [], skipped: 'Only root on Linux may mount the small disk that this needs.' };
  const disk = makeFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', disk], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) {
    rmSync(disk, { recursive: true });
    return { problems: [`A small disk could not be mounted: ${mounted.stderr || mounted.error}`] };
  }
  process.once('exit', () => spawnSync('umount', ['-l', disk]));
  const site = install({ dataFolder: join(disk, 'data') });
  try {
    await site.start();
    const episode = await begin({ site, ownerUrl: site.ownerUrl, dataFolder: site.dataFolder, seed, log });
    await play(episode, site, new Filler(disk)).catch((error: Error) => episode.problems.push(String(error.stack)));
    return episode.result();
  } finally {
    await site.end('SIGKILL');
    // What worked on the disk needs a moment to end.
    for (let tries = 0; spawnSync('umount', [disk]).status !== 0 && tries < 50; tries += 1) await wait(100);
    rmSync(disk, { recursive: true, force: true });
  }
};

async function play(episode: Episode, site: Site, filler: Filler) {
  const { notes } = episode;
  const server = site.pid;
  episode.work('Fa');
  await wait(1500);

  filler.fillTo(40e6);
  await wait(700);
  const refused = notes.unavailable;
  await reads(episode, 'nearly full', 'always');
  await wait(1500);
  episode.expect(notes.unavailable > refused, 'nearly full: nothing was refused');
  episode.expect(site.isRunning() && (await site.isReady()), 'nearly full: the server is not ready');
  filler.empty();
  await episode.recovers(20_000, 'nearly full');
  await episode.rest('the disk was nearly full');

  episode.work('Fb');
  await wait(500);
  filler.fillTo(0);
  await reads(episode, 'full', 'if the database lives');
  await wait(2500);
  episode.expect(site.isRunning(), `full: the server ended:\n${site.said.slice(-500)}`);
  filler.empty();
  await episode.recovers(30_000, 'full');
  await episode.rest('the disk was full');

  episode.work('Fc', 0);
  await wait(500);
  filler.fillTo(0);
  // No recovery without room: what was killed has to wait for it.
  await Promise.race([site.killPostgres(), wait(3000)]);
  const answer = await episode.page('/students');
  episode.expect([200, 503].includes(answer.status), `full and killed: a page answered ${answer.status}`);
  episode.expect(site.isRunning(), `full and killed: the server ended:\n${site.said.slice(-500)}`);
  await wait(2000);
  filler.empty();
  await episode.recovers(30_000, 'full and killed');
  await episode.rest('PostgreSQL was killed on a full disk');
  episode.expect(site.pid === server && site.isRunning(), 'the server did not live through it');
  episode.expect(
    [...notes.sentences.keys()].some((sentence) => sentence.includes('disk is full')),
    'nobody was told that the disk is full',
  );
}

async function reads(episode: Episode, when: string, how: 'always' | 'if the database lives') {
  for (const path of ['/students', '/courses', '/batches']) {
    const { status, took } = await episode.page(path);
    const isFine = status === 200 || (how !== 'always' && status === 503);
    episode.expect(isFine, `${when}: reading ${path} answered ${status} after ${Math.round(took)} ms`);
  }
}

/** Takes the room of a disk, and gives it back. */
class Filler {
  readonly #file: string;
  readonly #disk: string;
  constructor(disk: string) {
    this.#disk = disk;
    this.#file = join(disk, 'filler');
  }

  /** Until no more than so much is free. */
  fillTo(bytes: number) {
    writeFileSync(this.#file, '');
    for (let piece = 16e6; piece >= 4096;) {
      const room = freeBytes(this.#disk) - bytes;
      if (room >= piece && this.#add(piece)) continue;
      piece = Math.floor(piece / 4);
    }
  }

  #add(bytes: number) {
    try {
      appendFileSync(this.#file, Buffer.alloc(bytes));
      return true;
    } catch {
      return false;
    }
  }

  empty() {
    rmSync(this.#file, { force: true });
  }
}
