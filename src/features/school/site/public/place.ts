/** A site as seen from a URL. */
export interface Place {
  institutionId: number;
  /** Shows drafts and scheduled posts; for editors of the site only. */
  isPreview: boolean;
  /** `https://school.ng`: the public address, or a host name of this site. */
  origin: string;
  /** Whether that is known to be ours, and not only what the visitor's Host header says. */
  isConfirmed: boolean;
  /** The app's origin if it differs from the site's, else empty. Sign-in works only there. */
  app: string;
  /** Whether this site is shown at `/`. */
  isFront: boolean;
  isSignedIn: boolean;
  /** Whether visitors may see no other page of this site: it is not published. */
  isAlone: boolean;
}
