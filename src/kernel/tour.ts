import type { Audience } from './audience.ts';
import type { Permission } from './permissions.ts';

/** What stands in the card beside one element. `{batch}` and `{Batches}` become the institution's own words. */
export interface TourStep {
  /** The element with this `data-tour`; a step whose element is not on the page is left out. */
  at: string;
  title: string;
  text: string;
  /** Only for who holds one of these somewhere. */
  may?: readonly Permission[];
  /** Not for who holds one of these somewhere: they are told something else, or nothing. */
  unless?: readonly Permission[];
}

/** How one page is explained. Plain data; each feature keeps its own in `<feature>.tour.ts`. */
export interface Tour {
  /** Remembered under this name, so it never changes. */
  name: string;
  /** The page's component. */
  page: string;
  /** Where one component serves several addresses: the one it is for. Without it the tour is for the others. */
  path?: string;
  /** Raised when there is something new to tell: everybody sees it once more. */
  version: number;
  title: string;
  /** One line for the list of all tours. */
  about: string;
  /** Who may open the page, as its route says; an empty list means everybody. */
  may: Audience;
  /** Where to look at it. */
  href: string;
  /** What to do there when the page has no address of its own. */
  andThen?: string;
  steps: TourStep[];
}

/** A tour as the product knows it: its audience by the permissions. */
export type KnownTour = Tour & { may: readonly Permission[] };
