import { Transformer } from '@napi-rs/image';
import { expect, test } from 'vitest';
import { decodeAlone, sizeOfPicture } from './uploaded-picture.ts';
import { pause } from '#test/harness/time.ts';

const jpeg = (width: number, height: number) =>
  Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 128), width, height).jpeg(50);

/** A JPEG with a comment in front, in which a frame of 100 × 100 stands where a careless reader lands. */
function disguised(picture: Buffer, start: number[], comment = 0xff40): Buffer {
  const before = Buffer.from([0xff, 0xd8, ...start, 0xff, 0xfe, comment >> 8, comment & 0xff]);
  const file = Buffer.concat([before, Buffer.alloc(comment - 2, 0x20), picture.subarray(2)]);
  const frame = Buffer.from([0xff, 0xc0, 0, 0x11, 8, 0, 100, 0, 100, 3]);
  frame.copy(file, 4 + file.readUInt16BE(4));
  return file;
}

test('the size is that of the picture that a decoder paints, not of one in a comment behind a filled-up marker', async () => {
  const file = disguised(await jpeg(600, 400), [0xff]);
  const { width, height } = await new Transformer(file).metadata();
  expect(sizeOfPicture(file, 'picture')).toEqual([width, height]);
  expect([width, height]).toEqual([600, 400]);
});

test('a marker without a length before the frame is refused', async () => {
  for (const marker of [0x01, 0xd0, 0xd8])
    expect(() => sizeOfPicture(disguised(Buffer.alloc(99, 0x20), [0xff, marker], 0x1000), 'picture')).toThrow(
      'damaged',
    );
});

test('PNG whose first part is no header is refused', async () => {
  const png = await Transformer.fromRgbaPixels(Buffer.alloc(16), 2, 2).png();
  expect(sizeOfPicture(png, 'picture')).toEqual([2, 2]);
  png.write('tEXt', 12, 'latin1');
  expect(() => sizeOfPicture(png, 'picture')).toThrow('damaged');
});

test('one picture is decoded after the other, also behind one that failed', async () => {
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await pause(5);
    log.push(`${name} ends`);
    if (name === 'a') throw new Error('damaged');
    return name;
  };
  const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => decodeAlone(work(name))));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});
