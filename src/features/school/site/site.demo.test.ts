import { globSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#kernel/database.ts';
import { Uncertain } from '#kernel/errors.ts';
import { openFiles, type Files } from '#kernel/files.ts';
import { demoCollege, demoSchool } from '#features/school/institutions/load.demo.ts';
import { wholeDemonstration } from '#test/harness/demonstration.ts';
import { withPictures, type DrawnPictures } from './demo/draw-pictures.ts';
import { schoolSite } from './load.demo.ts';
import { drawings } from './demo/pictures.ts';
import { collegeSite } from './demo/zuma-view.ts';
import { shownIn, altTexts } from './site.demo.ts';

const plans = [schoolSite, collegeSite];
let database: Database;
let folder: string;
let files: Files;

beforeAll(async () => {
  const whole = await wholeDemonstration();
  database = connect({ url: whole.appUrl, max: 2 });
  folder = whole.folder;
  files = openFiles(folder);
});
afterAll(() => database?.close());

const ask = <Row extends Record<string, unknown>>(query: string) =>
  database.asSystem([1, 2], async (tx) => (await tx.execute<Row>(sql.raw(query))).rows);
const onDisk = () => globSync('*/*', { cwd: folder });

test('two sites are published, and the school is in front', async () => {
  expect(
    await ask(`select slug, is_published as "isPublished", is_front as "isFront" from sites order by slug`),
  ).toEqual([
    { slug: 'olumo-heights', isPublished: true, isFront: true },
    { slug: 'zuma-view', isPublished: true, isFront: false },
  ]);
  expect(await ask(`select akada_site_at('somewhere.example', null) as id`)).toEqual([{ id: 1 }]);
});

test('each site fills every part of its home page', async () => {
  const counts = await ask(`select s.slug,
      (select count(*) from site_slides x where x.institution_id = s.institution_id and place = 'slider') as slider,
      (select count(*) from site_slides x where x.institution_id = s.institution_id and place = 'slideshow') as slideshow,
      (select count(*) from site_features x where x.institution_id = s.institution_id) as features,
      (select count(*) from site_testimonials x where x.institution_id = s.institution_id and picture_id is not null) as testimonials,
      (select count(*) from site_posts x where x.institution_id = s.institution_id and picture_id is not null) as posts,
      (select count(*) from site_pages x where x.institution_id = s.institution_id and is_published) as pages
    from sites s order by slug`);
  const full = { slider: 4, slideshow: 6, features: 6, testimonials: 5, posts: 7, pages: 4 };
  expect(counts).toEqual(plans.map(({ slug }) => ({ slug, ...full })));
});

test('every picture says what it shows and is there in three formats', async () => {
  const pictures = await ask<{ alt: string; formats: string[]; files: { stored_as: string; size: number }[] }>(
    `select p.alt, array_agg(distinct z.format) as formats, json_agg(f) as files from site_pictures p
     join site_picture_sizes z on (z.institution_id, z.picture_id) = (p.institution_id, p.id)
     join files f on (f.institution_id, f.id) = (z.institution_id, z.file_id) group by p.institution_id, p.id, p.alt`,
  );
  const shown = plans.flatMap((plan) => [...new Set(shownIn(plan).map(({ picture }) => picture))]);
  expect(pictures.map(({ alt }) => alt).sort()).toEqual(shown.map((name) => altTexts[name]).sort());
  for (const { alt, formats, files: sizes } of pictures) {
    expect(alt.length).toBeGreaterThan(25);
    expect(formats.sort()).toEqual(['avif', 'jpeg', 'webp']);
    for (const one of sizes) expect((await stat(`${files.folder}/${one.stored_as}`)).size).toBe(one.size);
  }
});

test('nothing is drawn that no site shows', () => {
  const shown = new Set(plans.flatMap(shownIn).map(({ picture }) => picture));
  expect(Object.keys(drawings).sort()).toEqual([...shown].sort());
});

test('a picture of the size of the screen is small enough for a telephone', async () => {
  const [row] = await ask<{ largest: number }>(
    `select max(size) as largest from files f join site_picture_sizes z on (z.institution_id, z.file_id) = (f.institution_id, f.id)
     where z.format = 'avif' and z.width <= 960`,
  );
  expect(row!.largest).toBeLessThan(50_000);
});

test('both institutions have a logo', async () => {
  const logos = await ask<{ media: string; stored: string }>(
    `select f.media_type as media, f.stored_as as stored from institutions i
     join files f on (f.institution_id, f.id) = (i.id, i.logo_file_id)`,
  );
  expect(logos.map(({ media }) => media)).toEqual(['image/webp', 'image/webp']);
  for (const { stored } of logos) expect((await stat(`${files.folder}/${stored}`)).size).toBeGreaterThan(1000);
});

test('five posts are out, one is to come and one is a draft, and the dates are those of a living site', async () => {
  const posts = await ask<{ institution: number; status: string; days: number | null; written: number }>(
    `select institution_id as institution, status, extract(day from now() - publish_at)::int as days,
       extract(day from now() - created_at)::int as written from site_posts order by institution_id, publish_at desc`,
  );
  for (const institution of [1, 2]) {
    const own = posts.filter((post) => post.institution === institution);
    const dated = own.flatMap(({ status, days }) => (status === 'published' ? [days!] : []));
    const out = dated.filter((days) => days >= 0);
    expect([own.length, dated.length, out.length]).toEqual([7, 6, 5]);
    expect(new Set(dated).size).toBe(6);
    expect(Math.max(...out)).toBeLessThan(100);
    expect(Math.min(...out)).toBeLessThan(14);
    expect(Math.min(...dated)).toBeGreaterThan(-14);
    expect(own.every(({ written, days }) => written >= 1 && (days === null || written > days))).toBe(true);
  }
});

test('a post has 120 to 300 words, headings and a list', async () => {
  const bodies = await ask<{ slug: string; body: string }>(`select slug, body from site_posts`);
  for (const { slug, body } of bodies) {
    const words = body.split(/\s+/).length;
    expect(words >= 120 && words <= 300, `${slug} has ${words} words`).toBe(true);
    expect(body, slug).toMatch(/^# /m);
    expect(body, slug).toMatch(/^(-|1\.) /m);
  }
});

test('every link leads to something that a visitor finds', async () => {
  const found = await ask<{ path: string }>(
    `select '/sites/' || slug || path as path from sites s cross join lateral (
       values ('/news'), ('/programs') union all
       select '/pages/' || p.slug from site_pages p where p.institution_id = s.institution_id and p.is_published union all
       select '/news/' || p.slug from site_posts p
       where p.institution_id = s.institution_id and p.status = 'published' and p.publish_at < now()) as x (path)`,
  );
  const known = new Set(found.map(({ path }) => path));
  for (const { email, phone } of [demoSchool, demoCollege]) known.add(`mailto:${email}`).add(`tel:${phone}`);
  const typed = await ask<{ href: string }>(
    `select link_href as href from site_slides where link_href is not null union all
     select link_href from site_features where link_href is not null union all
     select (regexp_matches(body, '\\]\\(([^)]+)\\)', 'g'))[1] from site_pages union all
     select (regexp_matches(body, '\\]\\(([^)]+)\\)', 'g'))[1] from site_posts`,
  );
  expect(typed.length).toBeGreaterThan(20);
  expect(typed.filter(({ href }) => !known.has(href))).toEqual([]);
});

test('the icon set knows every icon', () => {
  const { resolve } = createRequire(import.meta.url);
  for (const { icon } of plans.flatMap(({ features }) => features))
    expect(resolve(`@tabler/icons/outline/${icon}.svg`)).toContain(icon);
});

test('work that fails leaves none of its pictures behind', async () => {
  const before = onDisk();
  let stored: string[] = [];
  const fail = async ({ pictures, logos }: DrawnPictures) => {
    expect([...pictures.keys(), ...logos.keys()]).toEqual(['mother', 'schoolLogo']);
    stored = onDisk();
    throw new Error('refused');
  };
  await expect(withPictures(files, fail, ['mother', 'schoolLogo'])).rejects.toThrow('refused');
  // Three formats of the portrait, and the logo.
  expect(stored.length - before.length).toBe(4);
  expect(onDisk().toSorted()).toEqual(before.toSorted());
});

test('pictures stay when nobody knows whether the work was done', async () => {
  const before = onDisk();
  const uncertain = () => Promise.reject(new Uncertain({ cause: new Error('gone') }));
  await expect(withPictures(files, uncertain, ['schoolLogo'])).rejects.toThrow(Uncertain);
  expect(onDisk().length - before.length).toBe(1);
});

test('a disk that fills while the pictures are stored keeps none of them', async () => {
  const before = onDisk();
  let stored = 0;
  const full: Files = {
    ...files,
    store: (...given) => (++stored > 3 ? Promise.reject(new Error('no room')) : files.store(...given)),
  };
  const never = () => Promise.reject(new Error('it was called'));
  await expect(withPictures(full, never, ['mother', 'father'])).rejects.toThrow('no room');
  expect(stored).toBe(4);
  expect(onDisk().toSorted()).toEqual(before.toSorted());
});
