/** Where objects are: the part of a bucket whose keys start with the prefix, which is empty or ends with a slash. */
export interface BucketPlace {
  bucket: string;
  prefix: string;
}

/** What opens the buckets of one S3-compatible store. */
export interface StoreAccess {
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** `s3://bucket/prefix`; undefined for anything else. Prefixes keep to letters that need no escape anywhere. */
export function placeIn(address: string): BucketPlace | undefined {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/.exec(address) ?? [];
  if (!bucket || /\/\.{1,2}(\/|$)/.test(path)) return undefined;
  return { bucket, prefix: path && `${path.slice(1)}/` };
}

/** The same address in print. */
export const addressOfPlace = ({ bucket, prefix }: BucketPlace, key = ''): string => `s3://${bucket}/${prefix}${key}`;
