import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { storedUploads } from './backup/uploads.ts';
import { asOwner, takeOnly } from './command.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { placeOf } from '#kernel/file-place.ts';
import { addressOfPlace } from '#kernel/object-place.ts';
import type { Bucket } from './objects/bucket.ts';
import { objectsOf } from './objects/open-files.ts';
import { digestOf } from './objects/sent-backups.ts';

const atATime = 6;

/**
 * `akada move-files [--remove]`: copies uploads from the folder to the bucket that AKADA_FILES names, also while Akada
 * runs. What is verified stands in a list, with which a move that was stopped goes on.
 */
export async function moveFiles(args: string[]) {
  takeOnly(args, ['--remove']);
  const environment = readEnvironment();
  const objects = await objectsOf(environment);
  if (!objects) throw new CannotStart('Set AKADA_FILES to the bucket that uploads move to, such as s3://bucket/files.');
  const folder = join(environment.dataFolder, 'files');
  const list = join(environment.dataFolder, `files-moved-${nameOf(objects.bucket)}`);
  await asOwner(environment, async (client) => {
    const file = await open(list, 'a', 0o600);
    const move = new Move({ bucket: objects.bucket, folder, client, list: file, removes: args.includes('--remove') });
    await move.all(verifiedIn(list)).finally(() => file.close());
    move.say();
  });
}

/** A list for each bucket: what one holds says nothing of another. */
const nameOf = ({ place: { bucket, prefix } }: Bucket) =>
  createHash('sha256').update(`${bucket}/${prefix}`).digest('hex').slice(0, 12);

const verifiedIn = (list: string) =>
  new Set(
    existsSync(list)
      ? readFileSync(list, 'utf8')
          .split('\n')
          .filter((line) => line.length === 43)
      : [],
  );

interface Upload {
  storedAs: string;
  sha256: string;
}

interface Moving {
  bucket: Bucket;
  folder: string;
  client: pg.Client;
  list: FileHandle;
  removes: boolean;
}

class Move {
  readonly #of: Moving;
  readonly #counts = { copied: 0, before: 0, removed: 0 };
  readonly #changed: string[] = [];

  constructor(moving: Moving) {
    this.#of = moving;
  }

  async all(verified: Set<string>) {
    const left = (await storedUploads(this.#of.client)).values();
    const working = async () => {
      for (const upload of left) await this.#one(upload, verified.has(upload.storedAs));
    };
    await Promise.all(Array.from({ length: atATime }, working));
  }

  async #one(upload: Upload, wasVerified: boolean) {
    const { bucket, folder, removes } = this.#of;
    const path = placeOf(folder, upload.storedAs);
    const size = await sizeAt(path);
    if (size === undefined) return;
    if (wasVerified && (await bucket.look(upload.storedAs))?.size === size) this.#counts.before += 1;
    else if (!(await this.#copy(path, upload))) return;
    if (!removes) return;
    await rm(path, { force: true });
    this.#counts.removed += 1;
  }

  /** Sends a file and reads it back; false if it is not what was once uploaded, or was deleted meanwhile. */
  async #copy(path: string, { storedAs, sha256 }: Upload): Promise<boolean> {
    const { bucket, list } = this.#of;
    // Before anything is sent: the bucket may have the right one.
    const here = await digestOf(createReadStream(path)).catch(asGone);
    if (!here) return false;
    if (here.sha256 !== sha256) {
      this.#changed.push(storedAs);
      return false;
    }
    const sent = await bucket.put(storedAs, createReadStream(path) as AsyncIterable<Buffer>).catch(asGone);
    if (await this.#isDeleted(path, storedAs)) {
      await bucket.remove(storedAs);
      return false;
    }
    if (!sent) return false;
    const there = await digestOf((await bucket.open(storedAs)) ?? Readable.from([]));
    if (there.sha256 !== sha256 || there.size !== here.size)
      throw new CannotStart(`The bucket does not hold what was sent as ${storedAs}. Nothing was removed.`);
    await list.appendFile(`${storedAs}\n`);
    this.#counts.copied += 1;
    if (this.#counts.copied % 1000 === 0) console.log(`${this.#counts.copied.toLocaleString('en')} copied …`);
    return true;
  }

  /** Deleted by a user, who would otherwise leave the object behind; not moved by another run of this command. */
  async #isDeleted(path: string, storedAs: string) {
    if ((await sizeAt(path)) !== undefined) return false;
    const { rowCount } = await this.#of.client.query('select from files where stored_as = $1', [storedAs]);
    return rowCount === 0;
  }

  say() {
    const address = addressOfPlace(this.#of.bucket.place);
    const { copied, before, removed } = this.#counts;
    const number = (value: number) => value.toLocaleString('en');
    console.log(
      `${number(copied)} files copied to ${address} and verified, ${number(before)} were there before, ${number(removed)} removed from the folder.`,
    );
    if (!this.#of.removes && copied + before > 0)
      console.log('When every process uses the bucket, add --remove to delete them from the folder.');
    if (this.#changed.length === 0) return;
    const named = this.#changed.slice(0, 5).join(', ');
    console.error(
      `${number(this.#changed.length)} stay in the folder, because they had changed since they were uploaded: ${named}`,
    );
    process.exitCode = 1;
  }
}

const asGone = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

const sizeAt = async (path: string) => (await stat(path).catch(asGone))?.size;
