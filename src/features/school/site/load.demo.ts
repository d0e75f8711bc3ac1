import type { DemoStep } from '#web/feature.ts';
import { withPictures, type DrawnPictures } from './demo/draw-pictures.ts';
import { schoolSite } from './demo/olumo-heights.ts';
import { collegeSite } from './demo/zuma-view.ts';
import { insertSite } from './site.demo.ts';

/** A step for each load: the pictures are drawn before its transaction begins, for the database ends one that idles. */
export function siteSteps(): DemoStep[] {
  let drawn: DrawnPictures | null = null;
  return [
    {
      place: 90,
      around: ({ files }, work) =>
        files
          ? withPictures(files, (pictures) => {
              drawn = pictures;
              return work();
            })
          : work(),
      async load(tx, { school, college }) {
        await insertSite(tx, school.id, schoolSite, drawn);
        await insertSite(tx, college.id, collegeSite, drawn);
      },
    },
  ];
}
