/** Where a visitor is: a site, seen from an address. */
export interface Place {
  institutionId: number;
  /** Drafts and what is scheduled are seen too: only by who may edit the site. */
  isPreview: boolean;
  /** `https://school.ng`, as this visitor typed it. */
  origin: string;
  /** Whether `/` is this site here. */
  isFront: boolean;
  isSignedIn: boolean;
}
