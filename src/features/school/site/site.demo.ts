import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { files } from '#kernel/tables.ts';
import { setLogo } from '#features/school/institutions/set-logo.ts';
import { altTexts } from './demo/alt-texts.ts';
import type { DrawnPictures } from './demo/draw-pictures.ts';
import type { SitePlan } from './demo/plan.ts';
import {
  siteFeatures,
  sitePages,
  sitePictures,
  sitePictureSizes,
  sitePosts,
  sites,
  siteSlides,
  siteTestimonials,
} from './site.schema.ts';

const dayLong = 86_400_000;

/** Inserts and publishes the institution's site; without drawings it has no logo and no slides. */
export async function insertSite(tx: Tx, institutionId: number, plan: SitePlan, drawn: DrawnPictures | null) {
  const { slug, isFront, headline, intro, features, testimonials, posts, pages } = plan;
  const href = (path: string | undefined) => path && `/sites/${slug}${path}`;
  const text = (folder: string, name: string) =>
    readFileSync(`${import.meta.dirname}/demo/texts/${slug}/${folder}/${name}.md`, 'utf8').trim();

  await tx.insert(sites).values({ institutionId, slug, isFront, headline, intro, isPublished: true });
  const ids = drawn ? await insertPictures(tx, institutionId, plan, drawn) : new Map<string, number>();
  if (drawn) await insertSlides(tx, institutionId, plan, href, ids);
  await tx.insert(siteFeatures).values(
    features.map(({ path, ...feature }, at) => ({
      ...feature,
      institutionId,
      position: at + 1,
      linkHref: href(path),
    })),
  );
  await tx.insert(siteTestimonials).values(
    testimonials.map(({ picture, ...testimonial }, at) => ({
      ...testimonial,
      institutionId,
      position: at + 1,
      pictureId: ids.get(picture),
    })),
  );
  await tx.insert(sitePosts).values(
    // The oldest first, as a school writes them.
    posts.toReversed().map(({ picture, daysAgo, ...post }) => ({
      ...post,
      institutionId,
      body: text('news', post.slug),
      pictureId: ids.get(picture),
      ...momentsOf(daysAgo),
    })),
  );
  await tx.insert(sitePages).values(
    pages.map((page, at) => ({
      ...page,
      institutionId,
      body: text('pages', page.slug),
      position: at + 1,
      isPublished: true,
    })),
  );
}

/** Relative to today, so that the demo always has recent and scheduled posts. */
function momentsOf(daysAgo: number | null) {
  const eightInLagos = new Date().setUTCHours(7, 0, 0, 0);
  const written = new Date(eightInLagos - (Math.max(daysAgo ?? 0, 0) + 2) * dayLong);
  return {
    createdAt: written,
    updatedAt: written,
    ...(daysAgo === null
      ? { status: 'draft' as const }
      : { status: 'published' as const, publishAt: new Date(eightInLagos - daysAgo * dayLong) }),
  };
}

/** Inserts the logo and the pictures of the plan; returns their ids by name. */
async function insertPictures(tx: Tx, institutionId: number, plan: SitePlan, { pictures, logos }: DrawnPictures) {
  const logo = { ...logos.get(plan.logo)!, name: 'logo.webp' };
  await setLogo(tx, systemActor(institutionId, 'Akada'), institutionId, logo, null);
  const names = [...new Set(shownIn(plan).map(({ picture }) => picture))];
  const rows = await tx
    .insert(sitePictures)
    .values(
      names.map((name) => {
        const { width, height } = pictures.get(name)!.encoded;
        const token = randomBytes(16).toString('base64url');
        return { institutionId, token, name: `${name}.png`, alt: altTexts[name]!, width, height };
      }),
    )
    .returning({ id: sitePictures.id });
  const sizes = names.flatMap((name, at) => {
    const { encoded, stored } = pictures.get(name)!;
    return encoded.sizes.map(({ width, format }, size) => ({
      row: { institutionId, pictureId: rows[at]!.id, width, format },
      file: {
        ...stored[size]!,
        institutionId,
        purpose: 'site picture',
        name: `${name}.png`,
        mediaType: `image/${format}`,
      },
    }));
  });
  const stored = await tx
    .insert(files)
    .values(sizes.map(({ file }) => file))
    .returning({ id: files.id });
  await tx.insert(sitePictureSizes).values(sizes.map(({ row }, at) => ({ ...row, fileId: stored[at]!.id })));
  return new Map(names.map((name, at) => [name, rows[at]!.id]));
}

export const shownIn = ({ slider, slideshow, testimonials, posts }: SitePlan): { picture: string }[] => [
  ...slider,
  ...slideshow,
  ...testimonials,
  ...posts,
];

async function insertSlides(
  tx: Tx,
  institutionId: number,
  { slider, slideshow }: SitePlan,
  href: (path: string) => string | undefined,
  ids: Map<string, number>,
) {
  await tx.insert(siteSlides).values([
    ...slider.map(({ picture, link: [linkLabel, path], ...slide }, at) => ({
      ...slide,
      institutionId,
      place: 'slider' as const,
      position: at + 1,
      pictureId: ids.get(picture)!,
      linkLabel,
      linkHref: href(path),
    })),
    ...slideshow.map(({ picture, title }, at) => ({
      institutionId,
      place: 'slideshow' as const,
      position: at + 1,
      title,
      pictureId: ids.get(picture)!,
    })),
  ]);
}
