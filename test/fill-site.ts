import { Readable } from 'node:stream';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { keepFile, type Files } from '#kernel/files.ts';
import {
  siteFeatures,
  sitePages,
  sitePictures,
  sitePictureSizes,
  sitePosts,
  sites,
  siteSlides,
  siteTestimonials,
} from '#features/school/site/site.schema.ts';

const widths = [480, 960];
const day = 86_400_000;

/** A picture of stripes, in two widths. Each has a colour of its own, so that a test and an eye can tell them apart. */
export async function addPicture(tx: Tx, files: Files, institutionId: number, at: number, alt: string) {
  const { Transformer } = await import('@napi-rs/image');
  const [width, height] = [960, 540];
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels.set([(at * 53) % 200, 90 + ((x >> 6) % 2) * 40, 60 + ((at * 31 + y) % 120)], (y * width + x) * 4);
  const token = `picture${String(at).padStart(4, '0')}of${String(institutionId).padStart(9, '0')}`;
  const [picture] = await tx
    .insert(sitePictures)
    .values({ institutionId, token, name: `picture-${at}.png`, alt, width, height })
    .returning({ id: sitePictures.id });
  for (const wide of widths)
    for (const format of ['webp', 'jpeg'] as const) {
      const image = Transformer.fromRgbaPixels(pixels, width, height).resize({ width: wide });
      const content = format === 'webp' ? await image.webp(70) : await image.jpeg(70);
      const stored = await files.store(Readable.from([content]), { bytes: 1e6, field: 'picture' });
      const file = { ...stored, purpose: 'picture', name: `picture-${at}`, mediaType: `image/${format}` };
      const fileId = await keepFile(tx, systemActor(institutionId, 'The world'), institutionId, file);
      await tx.insert(sitePictureSizes).values({ institutionId, pictureId: picture!.id, width: wide, format, fileId });
    }
  return { id: picture!.id, token };
}

/** A published site with something of everything. */
export async function fillSite(tx: Tx, files: Files, institutionId: number, slug: string) {
  const pictures: Awaited<ReturnType<typeof addPicture>>[] = [];
  for (let at = 1; at <= 6; at += 1)
    pictures.push(await addPicture(tx, files, institutionId, at, `Stripes of cloth, number ${at}`));
  const pictureId = (at: number) => pictures[at % pictures.length]!.id;
  await tx.insert(sites).values({
    institutionId,
    slug,
    isPublished: true,
    headline: 'Learning by the river since 1962',
    intro: 'A day and boarding school in Ilorin where every child is known by name.',
  });
  await tx.insert(siteSlides).values(
    ['Admission is open', 'Science week', 'Our new library', 'Inter-house sports', 'A choir of sixty'].flatMap(
      (title, at) =>
        (['slider', 'slideshow'] as const).map((place) => ({
          institutionId,
          place,
          position: at + 1,
          pictureId: pictureId(at),
          title: place === 'slider' ? title : `${title}, seen close`,
          body: 'Forms for 2027/2028 are given out at the office on weekdays from 8 to 3.',
          ...(place === 'slider' && { linkLabel: 'Read more', linkHref: `/sites/${slug}/news` }),
        })),
    ),
  );
  await tx.insert(siteFeatures).values(
    ['Laboratories', 'Library', 'Boarding', 'Sports', 'Music', 'School bus', 'Clinic'].map((title, at) => ({
      institutionId,
      position: at + 1,
      title,
      icon: ['microscope', 'books', 'bed', 'ball-football', 'music', 'bus', 'stethoscope'][at]!,
      body: 'Open to every class each week, with a teacher who has time for questions.',
      linkHref: at === 0 ? `/sites/${slug}/pages/about` : null,
    })),
  );
  await tx.insert(siteTestimonials).values(
    ['Amina Yusuf', 'Deji Ojo', 'Grace Effiong'].map((name, at) => ({
      institutionId,
      position: at + 1,
      name,
      relation: 'Parent, JSS 2',
      pictureId: at ? pictureId(at) : null,
      quote: 'My daughter reads at the table now. The teachers call before I have to ask.',
    })),
  );
  await tx.insert(sitePosts).values(
    Array.from({ length: 12 }, (_, at) => ({
      institutionId,
      slug: `post-${at + 1}`,
      status: 'published' as const,
      author: 'The Principal',
      title: at === 0 ? 'Kẹ́mi Adébáyọ̀ wins the mathematics prize' : `Report number ${at + 1} of the term`,
      summary: 'What happened on the grounds this week, told in three sentences for families at home.',
      body: `## The week\n\nIt rained on **Tuesday**, and the match was played on Friday. Code word ${at === 2 ? 'pangolin' : 'none'}.`,
      pictureId: at % 3 === 2 ? null : pictureId(at),
      publishAt: new Date(Date.now() - (at + 1) * day),
    })),
  );
  await tx.insert(sitePages).values([
    {
      institutionId,
      slug: 'about',
      position: 1,
      title: 'About us',
      isPublished: true,
      body: 'Founded in **1962** beside the Asa river.\n\n- Day and boarding\n- Boys and girls',
    },
    {
      institutionId,
      slug: 'visit',
      position: 2,
      title: 'Visit us',
      isPublished: true,
      body: 'Come on a Friday.',
    },
    {
      institutionId,
      slug: 'hidden',
      position: 3,
      title: 'Not yet',
      isPublished: false,
      body: 'Unfinished words.',
    },
  ]);
  return { slug, pictures };
}
