import { join } from 'node:path';
import { StagedUploads, type UploadStage } from '#kernel/backup/uploads.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { Environment } from '#kernel/environment.ts';
import { placeOf } from '#kernel/file-place.ts';
import type { Bucket } from './bucket.ts';
import { bucketAt } from './open-files.ts';

/** Where restored uploads go: into the store that the settings name. */
export const stageOf = async ({ dataFolder, filesIn, store }: Environment): Promise<UploadStage> =>
  filesIn ? stageIn(await bucketAt(filesIn, store)) : new StagedUploads(join(dataFolder, 'files'));

/**
 * Objects get their final names at once: they appear as a whole, nobody knows a name that no record has, and one that is
 * there already has the same content. Those that were not there go again if the restore fails.
 */
function stageIn(bucket: Bucket): UploadStage {
  let added: string[] = [];
  return {
    async add(storedAs, content, sha256) {
      placeOf('', storedAs);
      const wasThere = await bucket.look(storedAs);
      // Also then: it may be damaged, or waiting to be deleted.
      const stored = await bucket.put(storedAs, content);
      if (!wasThere) added.push(storedAs);
      if (stored.sha256 !== sha256 || (await bucket.look(storedAs))?.size !== stored.size)
        throw new CannotStart(`The store holds something else than was sent as ${storedAs}. Nothing was changed.`);
    },
    async place() {
      const count = added.length;
      added = [];
      return count;
    },
    async discard() {
      for (const storedAs of added) await bucket.remove(storedAs);
    },
  };
}
