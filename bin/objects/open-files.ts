import { join } from 'node:path';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { Environment } from '#kernel/environment.ts';
import { openFiles, type Files } from '#kernel/files.ts';
import type { BucketPlace } from '#kernel/object-place.ts';
import type { Bucket } from './bucket.ts';
import type { ObjectFiles } from './object-files.ts';

type Settings = Pick<Environment, 'dataFolder' | 'filesIn' | 'store'>;

/** Uploads, where the settings say. */
export const filesOf = async (environment: Settings): Promise<Files> =>
  (await objectsOf(environment)) ?? folderOf(environment);

export const folderOf = ({ dataFolder }: Pick<Settings, 'dataFolder'>): Files => openFiles(join(dataFolder, 'files'));

/** Uploads in a bucket; undefined if they are in the folder. */
export async function objectsOf({ dataFolder, filesIn, store }: Settings): Promise<ObjectFiles | undefined> {
  if (!filesIn) return undefined;
  // Most installations have no bucket, and load nothing for it.
  const { openObjects } = await import('./object-files.ts');
  return openObjects(await bucketAt(filesIn, store), dataFolder);
}

export async function bucketAt(place: BucketPlace, store: Environment['store']): Promise<Bucket> {
  if (!store)
    throw new CannotStart(
      `s3://${place.bucket} is a bucket. Set AKADA_S3_ENDPOINT, AKADA_S3_ACCESS_KEY and AKADA_S3_SECRET_KEY.`,
    );
  const { Bucket } = await import('./bucket.ts');
  return new Bucket(place, store);
}

const tidiesEvery = 600_000;

/** Says at the start if the bucket cannot be used, without stopping: everything but uploads works. */
export function keepTidy(files: ObjectFiles, warn: (error: Error) => void): () => Promise<void> {
  const tidy = () => void files.tidy().catch(warn);
  files.bucket.open('none').catch(warn);
  tidy();
  const timer = setInterval(tidy, tidiesEvery);
  return async () => clearInterval(timer);
}
