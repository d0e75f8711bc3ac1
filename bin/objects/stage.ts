import { join } from 'node:path';
import { Readable } from 'node:stream';
import { StagedUploads, type UploadStage } from '../backup/uploads.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { Environment } from '#kernel/environment.ts';
import { placeOf } from '#kernel/file-place.ts';
import type { Bucket } from './bucket.ts';
import { bucketAt } from './open-files.ts';

/** Where restored uploads go: into the store that the settings name. */
export const stageOf = async ({ dataFolder, filesIn, store }: Environment): Promise<UploadStage> =>
  filesIn ? stageIn(await bucketAt(filesIn, store)) : new StagedUploads(join(dataFolder, 'files'));

/** Small uploads are sent beside each other: a store answers each after a moment. */
const atATime = 8;
const small = 1_048_576;

/**
 * Objects get their final names at once: they appear as a whole, nobody knows a name that no record has, and one that is
 * there already has the same content. Those that were not there go again if the restore fails.
 */
function stageIn(bucket: Bucket): UploadStage {
  const added: string[] = [];
  const going = new Set<Promise<void>>();
  let isPlaced = false;
  let failure: unknown;

  async function send(storedAs: string, content: AsyncIterable<Buffer>, sha256: string | undefined) {
    const wasThere = await bucket.look(storedAs);
    if (!wasThere) added.push(storedAs);
    // Also if it was: it may be damaged, or waiting to be deleted.
    const stored = await bucket.put(storedAs, content);
    if (stored.sha256 !== sha256 || (await bucket.look(storedAs))?.size !== stored.size)
      throw new CannotStart(`The store holds something else than was sent as ${storedAs}. Nothing was changed.`);
  }

  async function settle(limit: number) {
    while (going.size > limit) await Promise.race(going);
    if (failure) throw failure;
  }

  return {
    async add(storedAs, content, sha256) {
      placeOf('', storedAs);
      const { start, rest } = await startOf(content);
      if (rest) return send(storedAs, rest, sha256);
      const sending: Promise<void> = send(storedAs, Readable.from([start]), sha256)
        .catch((error) => void (failure ??= error))
        .finally(() => going.delete(sending));
      going.add(sending);
      await settle(atATime - 1);
    },
    async place() {
      await settle(0);
      isPlaced = true;
      return added.length;
    },
    async discard() {
      await Promise.all(going);
      if (!isPlaced) for (const storedAs of added) await bucket.remove(storedAs);
    },
  };
}

/** All of a small upload in memory, or the stream of a large one. */
async function startOf(content: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = [];
  const reading = content[Symbol.asyncIterator]();
  for (let size = 0; size <= small;) {
    const { value, done } = await reading.next();
    if (done) return { start: Buffer.concat(chunks) };
    chunks.push(value);
    size += value.length;
  }
  const rest = (async function* () {
    yield* chunks;
    yield* { [Symbol.asyncIterator]: () => reading };
  })();
  return { start: Buffer.alloc(0), rest };
}
