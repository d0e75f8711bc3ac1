import { Transformer } from '@napi-rs/image';
import { expect, test } from 'vitest';
import { encodePicture } from './encode-picture.ts';

/** A picture whose left half is red, the right one blue. */
const halves = (width: number, height: number, alpha = 255) => {
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    pixels.set(at % width < width / 2 ? [220, 0, 0, alpha] : [0, 0, 220, alpha], at * 4);
  return Transformer.fromRgbaPixels(pixels, width, height);
};

/** The JPEG as a camera writes it that was held sideways, with a place in its notes. */
const turned = (jpeg: Buffer, orientation: number) => {
  const notes = Buffer.from(
    `Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0Lokoja`,
    'latin1',
  );
  const head = Buffer.from([0xff, 0xe1, 0, notes.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, notes, jpeg.subarray(2)]);
};

const sizesOf = (sizes: { width: number; format: string }[]) => sizes.map(({ width, format }) => `${width} ${format}`);
const colour = async (content: Buffer, x: number, y: number) => {
  const image = new Transformer(content);
  const { width } = await image.metadata();
  const pixels = await new Transformer(await image.png()).rawPixels();
  const channels = pixels.length / (width * (await image.metadata()).height);
  return [...pixels.subarray((y * width + x) * channels, (y * width + x) * channels + 3)];
};

test('a large picture comes in three widths of AVIF and WebP and one JPEG; each is what it says', async () => {
  const { width, height, sizes } = await encodePicture(await halves(2000, 1000).jpeg(90));
  expect([width, height]).toEqual([2000, 1000]);
  // oxfmt-ignore
  expect(sizesOf(sizes)).toEqual(['480 avif', '480 webp', '960 avif', '960 webp', '1600 avif', '1600 webp', '1200 jpeg']);
  for (const size of sizes) {
    const seen = await new Transformer(size.content).metadata();
    expect([seen.width, seen.height, seen.format]).toEqual([size.width, size.width / 2, size.format]);
  }
});

test('a small picture is never enlarged', async () => {
  expect(sizesOf((await encodePicture(await halves(700, 300).png())).sizes)).toEqual([
    '480 avif',
    '480 webp',
    '700 avif',
    '700 webp',
    '700 jpeg',
  ]);
  expect(sizesOf((await encodePicture(await halves(3, 2).webp())).sizes)).toEqual(['3 avif', '3 webp', '3 jpeg']);
});

test('a photo taken sideways is rotated upright, and the camera metadata is removed', async () => {
  const { width, height, sizes } = await encodePicture(turned(await halves(600, 300).jpeg(90), 6));
  expect([width, height]).toEqual([300, 600]);
  const webp = sizes.find(({ format }) => format === 'webp')!;
  // What was left is on top now.
  expect((await colour(webp.content, 150, 100))[0]).toBeGreaterThan(180);
  expect((await colour(webp.content, 150, 500))[2]).toBeGreaterThan(180);
  for (const { content } of sizes) {
    expect(content.includes('Exif')).toBe(false);
    expect(content.includes('Lokoja')).toBe(false);
  }
});

test('what is transparent is white in the JPEG', async () => {
  const { sizes } = await encodePicture(await halves(40, 40, 0).png());
  const jpeg = sizes.find(({ format }) => format === 'jpeg')!;
  expect(Math.min(...(await colour(jpeg.content, 5, 5)))).toBeGreaterThan(250);
});

test('other files and pictures that are too large or incomplete are refused with a message', async () => {
  const said = (upload: Buffer) => encodePicture(upload, 'photo').catch((error: { errors: object }) => error.errors);
  const png = await halves(300, 300).png();
  const wide = Buffer.from(png);
  wide.writeUInt32BE(10_000, 16);
  wide.writeUInt32BE(10_000, 20);
  const jpeg = await halves(900, 900).jpeg(90);
  expect(await said(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="zq()"/>'))).toEqual({
    photo: 'This is not a PNG, JPEG or WebP file. Save it in one of these formats, then upload it again.',
  });
  expect(await said(Buffer.from('<!doctype html><script>zq()</script>'.repeat(9)))).toMatchObject({
    photo: expect.stringContaining('not a PNG'),
  });
  expect(await said(wide)).toMatchObject({ photo: expect.stringContaining('too large') });
  for (const whole of [png, jpeg, await halves(300, 300).webp(80)])
    expect(await said(whole.subarray(0, whole.length * 0.8))).toMatchObject({
      photo: expect.stringContaining('damaged'),
    });
});
