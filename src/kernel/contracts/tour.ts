import type { Audience } from './audience.ts';
import type { Permission } from '../permissions.ts';

/** A card next to one element. `{batch}` and `{Batches}` become the institution's own terms. */
export interface TourStep {
  /** The element with this `data-tour`; steps whose element is not on the page are skipped. */
  at: string;
  title: string;
  text: string;
  /** Shown only to users with one of these permissions in any institution. */
  may?: readonly Permission[];
  /** Hidden from users with one of these permissions in any institution. */
  unless?: readonly Permission[];
}

/** The tour of one page, as plain data in each feature's `<feature>.tour.ts`. */
export interface Tour {
  /** Progress is stored under this name, so it must not change. */
  name: string;
  /** The page's component, if it is not the name. */
  page?: string;
  /** The address the tour is for, if the component serves several; without it the tour is for the others. */
  path?: string;
  /** 1 by default. Increase it to show a changed tour to everyone again. */
  version?: number;
  title: string;
  /** One line for the list of all tours. */
  about: string;
  /** The permissions to open the page, as on its route; empty for all users. */
  may: Audience;
  /** The address of the page, or of its list. */
  href: string;
  /** How to get to the page from there, if it has no fixed address. */
  andThen?: string;
  steps: TourStep[];
}

/** A registered tour, with its audience as permissions. */
export type KnownTour = Required<Pick<Tour, 'page' | 'version'>> & Tour & { may: readonly Permission[] };
