import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { files } from '#kernel/tables.ts';
import { setLogo } from '#features/school/institutions/set-logo.ts';
import type { DrawnPictures } from './demo/draw-pictures.ts';
import type { SitePlan } from './demo/zuma-view.ts';
import * as tables from './site.schema.ts';

const dayLong = 86_400_000;

/** Inserts and publishes the institution's site; without drawings it has no logo and no slides. */
export async function insertSite(tx: Tx, institutionId: number, plan: SitePlan, drawn: DrawnPictures | null) {
  const { slug, isFront, headline, intro, features, testimonials, posts, pages } = plan;
  const href = (path: string | undefined) => path && `/sites/${slug}${path}`;
  const text = (folder: string, name: string) =>
    readFileSync(`${import.meta.dirname}/demo/texts/${slug}/${folder}/${name}.md`, 'utf8').trim();

  await tx.insert(tables.sites).values({ institutionId, slug, isFront, headline, intro, isPublished: true });
  const ids = drawn ? await insertPictures(tx, institutionId, plan, drawn) : new Map<string, number>();
  if (drawn) await insertSlides(tx, institutionId, plan, href, ids);
  await tx.insert(tables.siteFeatures).values(
    features.map(({ path, ...feature }, at) => ({
      ...feature,
      institutionId,
      position: at + 1,
      linkHref: href(path),
    })),
  );
  await tx.insert(tables.siteTestimonials).values(
    testimonials.map(({ picture, ...testimonial }, at) => ({
      ...testimonial,
      institutionId,
      position: at + 1,
      pictureId: ids.get(picture),
    })),
  );
  await tx.insert(tables.sitePosts).values(
    // The oldest first, as a school writes them.
    posts.toReversed().map(({ picture, daysAgo, ...post }) => ({
      ...post,
      institutionId,
      body: text('news', post.slug),
      pictureId: ids.get(picture),
      ...momentsOf(daysAgo),
    })),
  );
  await tx.insert(tables.sitePages).values(
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
    .insert(tables.sitePictures)
    .values(
      names.map((name) => {
        const { width, height } = pictures.get(name)!.encoded;
        const token = randomBytes(16).toString('base64url');
        return { institutionId, token, name: `${name}.png`, alt: altTexts[name]!, width, height };
      }),
    )
    .returning({ id: tables.sitePictures.id });
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
  await tx.insert(tables.sitePictureSizes).values(sizes.map(({ row }, at) => ({ ...row, fileId: stored[at]!.id })));
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
  await tx.insert(tables.siteSlides).values([
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

/** Alternative text of each drawing. */
export const altTexts: Record<string, string> = {
  assembly:
    'Pupils in white and green stand in rows before a two-storey school block; behind it rises the grey rock of Abeokuta, and the flag flies.',
  choir: 'Twelve singers in green gowns stand on a stage with open song books; a conductor lifts both arms.',
  classroom:
    'A teacher in blue adire points to a curve on the board; pupils sit at their desks and two of them raise a hand.',
  computers: 'Four pupils work at screens in the computer room while a teacher explains the lines on the wall.',
  culturalDay:
    'Two women in adire and tall head-ties dance between a drummer and a man in a striped agbada at sunset, under bunting.',
  dyeing:
    'A dyer, a girl and a boy stand among clay pots of indigo; five pieces of patterned blue cloth hang on a line behind them.',
  farm: 'Three pupils on the school farm: one carries a basket of tomatoes, one waters, one leans on a hoe between rows of maize.',
  football:
    'A player in green shoots while two opponents in yellow run towards him; the goalkeeper waits before a full stand.',
  laboratory:
    'Two pupils and their teacher in white coats work with flasks, test tubes and microscopes at a long bench.',
  library:
    'Two pupils read at a table between tall shelves and a third takes down a book; the window looks out on the rock.',
  office:
    'The Principal in indigo and a golden head-tie sits at her desk before a bookshelf and a picture of the rock.',
  campus:
    'Students walk and talk on the lawn of a three-storey college building; behind it stands one huge, streaked stone.',
  fair: 'Three market stalls with striped roofs sell fruit, folded cloth and jars; students buy and sell under bunting.',
  graduation:
    'Graduates in plum-coloured gowns throw their caps and lift their scrolls at dusk, in front of the great stone.',
  lecture:
    'A lecturer in plum adire shows bars and a curve on a screen to rows of students, one of whom raises a hand.',
  programming: 'Four students write programs at screens while a lecturer in a cap explains code on the wall.',
  relay: 'Three runners with batons race on a red track; spectators cheer from the grass before the great stone.',
  shade: 'Three students study with a laptop and books at a table under a flame tree, with the great stone far behind.',
  workshop:
    'Three students in blue coats repair a circuit board and an open computer at a bench under a wall of tools.',
  mother: 'Portrait of a smiling woman in indigo adire with a tall head-tie.',
  father: 'Portrait of a smiling man in a cream agbada and a red cap.',
  girl: 'Portrait of a smiling girl in school uniform with cornrows.',
  boy: 'Portrait of a smiling boy in school uniform.',
  alumna: 'Portrait of a smiling woman with glasses and round natural hair.',
  graduate: 'Portrait of a smiling graduate in a plum gown and cap.',
  programmer: 'Portrait of a smiling young woman in a plum headscarf.',
  trader: 'Portrait of a smiling young man in a green patterned shirt.',
  parent: 'Portrait of a smiling man in a cream kaftan and a blue cap.',
  employer: 'Portrait of a smiling grey-haired woman with glasses and a dark jacket.',
};
