import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { StoreAway } from '#kernel/errors.ts';
import { addressOfPlace, type BucketPlace, type StoreAccess } from '#kernel/object-place.ts';

/** In memory of each upload. A store refuses smaller parts than 5 MB, except the last. */
const partBytes = 8 * 1_048_576;
/** Parts double after so many, because a store takes 10,000. */
const partsOfOneSize = 1000;
const answersWithin = 20_000;
const takesWithin = 180_000;
const pauses = [200, 1000];
/** After an answer that never came, in milliseconds. */
const silence = 5000;

interface Wish {
  query?: Record<string, string>;
  body?: Buffer;
  /** Statuses that are answers, not failures. */
  accepts?: number[];
}

/** Objects of an S3-compatible store, under a prefix. Keys are ours; the bucket is in the path, so any host name works. */
export class Bucket {
  readonly place: BucketPlace;
  readonly #url: string;
  readonly #client: AwsClient;
  #silent = { until: 0, reason: undefined as Error | undefined };

  constructor(place: BucketPlace, { endpoint, region, accessKey, secretKey }: StoreAccess) {
    this.place = place;
    this.#url = `${endpoint.replace(/\/+$/, '')}/${place.bucket}`;
    this.#client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region });
  }

  /** The content of an object with its size; undefined if there is none. */
  async open(key: string): Promise<(Readable & { size: number }) | undefined> {
    const answer = await this.#ask('GET', key, { accepts: [404] });
    if (answer.status === 404) return this.#noneIn(await answer.text());
    // A store that does not say the size cannot be read: what was cut off would look complete.
    const size = Number(answer.headers.get('content-length') ?? Number.NaN);
    if (!answer.body || Number.isNaN(size)) throw new StoreAway(`${this.#at(key)} came without its size.`);
    return Object.assign(Readable.fromWeb(answer.body as ReadableStream), { size });
  }

  /** The size of an object and when it was stored; undefined if there is none. */
  async look(key: string): Promise<{ size: number; at: Date } | undefined> {
    const { ok, headers } = await this.#ask('HEAD', key, { accepts: [404] });
    return ok
      ? { size: Number(headers.get('content-length')), at: new Date(headers.get('last-modified') ?? '') }
      : undefined;
  }

  async remove(key: string): Promise<void> {
    await this.#ask('DELETE', key, { accepts: [404] });
  }

  /** Sends content of any length, in parts if it is long. It is there as a whole, or not at all. */
  async put(key: string, content: AsyncIterable<Buffer>): Promise<{ size: number; sha256: string }> {
    const hash = createHash('sha256');
    let size = 0;
    let upload: Parts | undefined;
    let part: Buffer[] = [];
    let partSize = 0;
    try {
      for await (const chunk of content) {
        hash.update(chunk);
        size += chunk.length;
        part.push(chunk);
        partSize += chunk.length;
        if (partSize < partBytes * 2 ** Math.floor((upload?.tags.length ?? 0) / partsOfOneSize)) continue;
        upload ??= await this.#begin(key);
        await this.#sendPart(key, upload, Buffer.concat(part));
        [part, partSize] = [[], 0];
      }
      if (!upload) await this.#ask('PUT', key, { body: Buffer.concat(part) });
      else {
        if (partSize) await this.#sendPart(key, upload, Buffer.concat(part));
        await this.#complete(key, upload, size);
      }
    } catch (error) {
      // Otherwise parts would be kept, and paid for, unseen.
      if (upload) await this.#ask('DELETE', key, { query: { uploadId: upload.id } }).catch(() => {});
      throw error;
    }
    return { size, sha256: hash.digest('hex') };
  }

  /** The objects under the prefix, in the order of their keys. */
  async *list(): AsyncGenerator<{ key: string; size: number }> {
    const { prefix } = this.place;
    for (let [after, isMore] = ['', true]; isMore;) {
      const query = { 'list-type': '2', prefix, ...(after && { 'start-after': after }) };
      const text = await (await this.#ask('GET', null, { query })).text();
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        after = inTag(entry, 'Key')!;
        yield { key: after.slice(prefix.length), size: Number(inTag(entry, 'Size')) };
      }
      isMore = inTag(text, 'IsTruncated') === 'true';
    }
  }

  /**
   * Ends uploads in parts that were begun before then and never finished, as of a process that was killed. A store that
   * does not list them keeps them.
   */
  async endUnfinished(before: Date, isOurs: (key: string) => boolean): Promise<void> {
    const { prefix } = this.place;
    const query = { uploads: '', prefix };
    const text = await this.#ask('GET', null, { query }).then(
      (answer) => answer.text(),
      () => '',
    );
    for (const [, entry = ''] of text.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
      const [key, uploadId, begun] = ['Key', 'UploadId', 'Initiated'].map((tag) => inTag(entry, tag) ?? '');
      const name = key!.slice(prefix.length);
      if (!key!.startsWith(prefix) || !isOurs(name) || !(new Date(begun!) < before)) continue;
      await this.#ask('DELETE', name, { query: { uploadId: uploadId! }, accepts: [404] }).catch(() => {});
    }
  }

  async #begin(key: string): Promise<Parts> {
    const id = inTag(await (await this.#ask('POST', key, { query: { uploads: '' } })).text(), 'UploadId');
    if (!id) throw new StoreAway(`${this.#at(key)}: the store did not begin an upload.`);
    return { id, tags: [] };
  }

  async #sendPart(key: string, { id, tags }: Parts, body: Buffer) {
    const query = { partNumber: String(tags.length + 1), uploadId: id };
    tags.push((await this.#ask('PUT', key, { query, body })).headers.get('etag') ?? '');
  }

  /** Not sent twice. If the answer is lost, the object itself tells. */
  async #complete(key: string, { id, tags }: Parts, size: number) {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    try {
      const said = await (await this.#ask('POST', key, { query: { uploadId: id }, body })).text();
      // A store that takes long answers 200 before it knows.
      if (said.includes('<Error>')) throw new StoreAway(`${this.#at(key)}: ${inTag(said, 'Code')}`);
    } catch (error) {
      if ((await this.look(key))?.size !== size) throw error;
    }
  }

  #noneIn(said: string): undefined {
    if (inTag(said, 'Code') === 'NoSuchBucket') throw new StoreAway(`There is no bucket ${this.place.bucket}.`);
    return undefined;
  }

  /** Asks again where that changes nothing and the store, or the way to it, failed. */
  async #ask(method: string, key: string | null, wish: Wish): Promise<Response> {
    // Nobody waits again, with a connection of the database in hand, for what has just been silent.
    if (performance.now() < this.#silent.until) throw this.#silent.reason;
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#askOnce(method, key, wish);
      } catch (error) {
        const isPassing = error instanceof StoreAway && !(error instanceof StoreRefuses);
        if (error instanceof StoreSilent) this.#silent = { until: performance.now() + silence, reason: error };
        if (!isPassing || method === 'POST' || tries === pauses.length) throw error;
        await wait(pauses[tries]);
      }
    }
  }

  async #askOnce(method: string, key: string | null, { query, body, accepts = [] }: Wish): Promise<Response> {
    const path = key === null ? this.#url : `${this.#url}/${this.place.prefix}${key}`;
    const url = query ? `${path}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}` : path;
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await this.#client.sign(url, {
      method,
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      headers: { 'X-Amz-Content-Sha256': sha256 },
    });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), body ? takesWithin : answersWithin);
    const answer = await fetch(signed, { signal: late.signal }).catch((cause: Error) => {
      const reason = late.signal.aborted ? StoreSilent : StoreAway;
      throw new reason(`${this.#at(key ?? '')} does not answer: ${(cause.cause as Error)?.message ?? cause.message}.`, {
        cause,
      });
    });
    clearTimeout(timer);
    if (answer.ok || accepts.includes(answer.status)) return answer;
    const code = inTag(await answer.text().catch(() => ''), 'Code') ?? '';
    const kind = answer.status >= 500 || answer.status === 429 ? StoreAway : StoreRefuses;
    throw new kind(`${this.#at(key ?? '')}: the store answers ${answer.status} ${code}`.trim());
  }

  #at = (key: string) => addressOfPlace(this.place, key);
}

interface Parts {
  id: string;
  tags: string[];
}

/** An answer that would not change if we asked again at once. */
class StoreRefuses extends StoreAway {}
class StoreSilent extends StoreRefuses {}

const escapes: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Values that we read: keys and codes of ours, marks of the store. */
const inTag = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`)
    .exec(xml)?.[1]
    ?.replace(/&(amp|lt|gt|quot|apos|#34|#x22);/g, (_, name: string) => escapes[name] ?? '"');
