/** An ID card, for both the preview and the file. */
export interface Card {
  id: number;
  institutionId: number;
  /** 'Ada Ngozi Obi'. */
  name: string;
  initials: string;
  numberLabel: string;
  number: string;
  /** Batch or job title, with the institution's label. */
  placeLabel: string;
  place: string | null;
  /** Null if not requested, unknown, or restricted for the user. */
  bloodGroup: string | null;
  /** The QR code's URL of the record, which requires signing in. */
  address: string;
}

/** Content common to all cards of an institution. */
export interface CardIssuer {
  name: string;
  accent: string;
  /** 'Student' or 'Staff'. */
  role: string;
  valid: string | null;
  /** The return address for lost cards. */
  returnTo: string[];
}
