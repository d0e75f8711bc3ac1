/** Where a visitor is: a site, seen from an address. */
export interface Place {
  institutionId: number;
  /** Drafts and what is scheduled are seen too: only by who may edit the site. */
  isPreview: boolean;
  /** `https://school.ng`: the public address, or a host name of this site. */
  origin: string;
  /** The public address where the product has another one than this site; else empty. Sign-in is only there. */
  app: string;
  /** Whether `/` is this site here. */
  isFront: boolean;
  isSignedIn: boolean;
}
