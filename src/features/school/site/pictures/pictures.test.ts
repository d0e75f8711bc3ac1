import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { files } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { addPicture, pictureFile, uploadPicture } from '#test/harness/pictures.ts';
import { sitePictures, sitePictureSizes } from '../site.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
beforeEach(async () => {
  await world?.close();
  world = await startSchool();
  owner = await world.as('owner');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin.id;
const library = async () => (await owner.page('/site/pictures')).props.rows;
const onDisk = () => {
  const folder = join(world.services.environment.dataFolder, 'files');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
};
const send = async (content: Buffer, more: { alt?: string; fileName?: string; institutionId?: number } = {}) => {
  const answer = await uploadPicture(owner, { content, alt: 'The hall', institutionId: ilorin(), ...more });
  return { status: answer.statusCode, errors: answer.json().errors as Record<string, string> | undefined };
};

test('2.1 a picture is stored in its sizes under an address that nobody can guess', async () => {
  const content = await pictureFile(1000, 500);
  const answer = await uploadPicture(owner, {
    content,
    alt: 'The assembly hall',
    fileName: 'C:\\photos\\main hall.JPG',
    institutionId: ilorin(),
  });
  const { picture } = answer.json();
  expect(picture).toMatchObject({
    alt: 'The assembly hall',
    width: 1000,
    height: 500,
    token: expect.stringMatching(/^[\w-]{22}$/),
  });
  const sizes = await world.database.asSystem([ilorin()], (tx) =>
    tx
      .select({
        width: sitePictureSizes.width,
        format: sitePictureSizes.format,
        mediaType: files.mediaType,
        purpose: files.purpose,
        size: files.size,
        storedAs: files.storedAs,
      })
      .from(sitePictureSizes)
      .innerJoin(files, eq(files.id, sitePictureSizes.fileId))
      .orderBy(asc(sitePictureSizes.width), asc(sitePictureSizes.format)),
  );
  expect(sizes.map(({ width, format, mediaType }) => [width, format, mediaType])).toEqual([
    [480, 'avif', 'image/avif'],
    [480, 'webp', 'image/webp'],
    [960, 'avif', 'image/avif'],
    [960, 'webp', 'image/webp'],
    [1000, 'avif', 'image/avif'],
    [1000, 'jpeg', 'image/jpeg'],
    [1000, 'webp', 'image/webp'],
  ]);
  expect(
    sizes.every(
      ({ purpose, storedAs }) => purpose === 'site picture' && existsSync(`${world.services.files.folder}/${storedAs}`),
    ),
  ).toBe(true);
  expect(await library()).toMatchObject([{ name: 'main hall', uses: 0 }]);
});

test('a picture without a description is refused at its field, and nothing stays behind', async () => {
  const content = await pictureFile();
  for (const alt of [undefined, '', '  ', 'ab']) {
    const { status, errors } = await send(content, { alt });
    expect([status, Object.keys(errors!)]).toEqual([422, ['alt']]);
  }
  expect(onDisk()).toEqual([]);
  const { id } = await addPicture(owner, ilorin());
  expect((await owner.post(`/site/pictures/${id}`, { name: 'Hall', alt: ' ' })).json().errors).toHaveProperty('alt');
  await owner.post(`/site/pictures/${id}`, { name: 'Hall', alt: 'Morning assembly' });
  expect(await library()).toMatchObject([{ name: 'Hall', alt: 'Morning assembly' }]);
});

test('what is no picture is refused whatever it is called; a header that promises too much is not believed', async () => {
  const png = await pictureFile(300, 300);
  const huge = Buffer.from(png);
  huge.writeUInt32BE(10_000, 16);
  huge.writeUInt32BE(10_000, 20);
  const tries: [Buffer, RegExp][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="zq()"/>'.repeat(3)), /not a PNG/],
    [Buffer.from('<!doctype html><script>zq()</script>'.repeat(9)), /not a PNG/],
    [Buffer.from('GIF89a'.padEnd(400, '\0')), /not a PNG/],
    [huge, /too large/],
    [png.subarray(0, png.length - 30), /damaged/],
    [Buffer.alloc(0), /empty/],
    [Buffer.concat([png, Buffer.alloc(12 * 1_048_576)]), /larger than 12 MB/],
  ];
  for (const [content, words] of tries) {
    const { status, errors } = await send(content, { fileName: 'photo.png' });
    expect(status).toBe(422);
    expect(errors!.picture).toMatch(words);
  }
  expect((await owner.post('/site/pictures', { alt: 'x' })).json().errors).toEqual({ picture: 'Choose a picture.' });
  expect([await library(), onDisk()]).toEqual([[], []]);
});

test('a name from a file is text', async () => {
  await send(await pictureFile(), { fileName: '../../<b>x</b>.png' });
  expect((await library())[0].name).toBe('b>');
});

test('a picture in use is not deleted, and its use is shown; an unused one is deleted with its files', async () => {
  const { id } = await addPicture(owner, ilorin());
  const testimonial = {
    institutionId: ilorin(),
    name: 'Ngozi Okafor',
    relation: 'Parent',
    quote: 'He reads.',
    pictureId: id,
  };
  await owner.post('/site/testimonials', testimonial);
  await owner.post('/site/slides', { institutionId: ilorin(), place: 'slider', title: 'Welcome', pictureId: id });
  const refused = await owner.post(`/site/pictures/${id}/delete`);
  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors.form).toBe(
    'hall is used by the slide “Welcome” and the testimonial of Ngozi Okafor. Choose another picture there first.',
  );
  expect((await library())[0].uses).toBe(2);
  const { lists } = (await owner.page('/site')).props;
  await owner.post(`/site/slides/${lists.slider[0].id}/delete`);
  await owner.post(`/site/testimonials/${lists.testimonials[0].id}`, { ...testimonial, pictureId: '' });
  expect(onDisk()).toHaveLength(3);
  expect((await owner.post(`/site/pictures/${id}/delete`)).statusCode).toBe(303);
  expect([await library(), onDisk()]).toEqual([[], []]);
  expect(await world.database.asSystem([ilorin()], (tx) => tx.select().from(files))).toEqual([]);
});

test('nobody adds to, sees or changes the library of another institution', async () => {
  const offa = world.school.offa.id;
  const group = await world.as('group');
  const { id } = await addPicture(group, offa);
  const before = onDisk().length;
  expect((await send(await pictureFile(), { institutionId: offa })).status).toBe(404);
  for (const [path, body] of [
    ['', { name: 'Mine', alt: 'Mine now' }],
    ['/delete', {}],
  ] as const)
    expect((await owner.post(`/site/pictures/${id}${path}`, body)).statusCode).toBe(404);
  for (const path of [`/site/pictures/${id}/edit`, `/site/pictures/choices?institution_id=${offa}`])
    expect((await owner.get(path)).statusCode).toBe(404);
  expect((await owner.get('/site/pictures/choices', { accept: 'application/json' })).json()).toEqual({
    rows: [],
    next: null,
  });
  expect(onDisk()).toHaveLength(before);
  expect(
    await world.database.asSystem([offa], (tx) => tx.select({ alt: sitePictures.alt }).from(sitePictures)),
  ).toEqual([{ alt: 'The assembly hall' }]);
  const registrar = await world.as('registrar');
  expect(
    (await uploadPicture(registrar, { content: await pictureFile(), alt: 'The hall', institutionId: ilorin() }))
      .statusCode,
  ).toBe(403);
});
