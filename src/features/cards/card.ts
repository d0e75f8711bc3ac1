/** One identity card, as the page previews it and the file draws it. */
export interface Card {
  id: number;
  institutionId: number;
  /** As in text: 'Ada Ngozi Obi'. */
  name: string;
  initials: string;
  numberLabel: string;
  number: string;
  /** Batch or job title, with what the institution calls it. */
  placeLabel: string;
  place: string | null;
  /** Null where it is not wanted, not known, or not for the printer to see. */
  bloodGroup: string | null;
  /** What is behind the QR code: the record on this installation. A stranger who scans it is asked to sign in. */
  address: string;
}

/** What all cards of an institution bear. */
export interface CardIssuer {
  name: string;
  accent: string;
  /** 'Student' or 'Staff'. */
  role: string;
  valid: string | null;
  /** Where a found card is brought. */
  returnTo: string[];
}
