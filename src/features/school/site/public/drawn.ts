import type { DocumentParts } from '#web/public-pages/document-parts.ts';
import type { Addresses } from './addresses.ts';
import type { SiteFrame } from './frame.queries.ts';
import type { Place } from './place.ts';

/** A site as one visitor sees it. */
export interface Drawn {
  place: Place;
  site: SiteFrame;
  to: Addresses;
}

/** What the server knows of a document of a site. */
export interface SiteParts extends DocumentParts, Drawn {
  now: Date;
}
