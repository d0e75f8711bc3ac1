/** An ID card, for both the preview and the file. */
export interface Card {
  id: number;
  institutionId: number;
  /** 'Ada Ngozi Obi'. */
  name: string;
  /** Shorter ones that keep the surname, for names longer than the card: 'Ada N. Obi', 'A. N. Obi'. */
  shorter: string[];
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

/** The name with the given names shortened to initials, first all but one, then all. */
export function shorterNames(p: {
  title?: string | null;
  surname: string;
  firstName: string;
  middleName: string | null;
}) {
  const [first, ...others] = [p.firstName, p.middleName].join(' ').split(/\s+/).filter(Boolean);
  const initial = (name: string) => `${[...name][0]!.toUpperCase()}.`;
  const whole = (given: (string | undefined)[]) => [p.title, ...given, p.surname].filter(Boolean).join(' ');
  return [
    whole([first, ...others.map(initial)]),
    whole([first, ...others].map((name) => name && initial(name))),
    whole([]),
  ];
}
