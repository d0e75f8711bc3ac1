/** What the sheet of a batch prints. */
export interface PinSheet {
  perPage: 8 | 10 | 24;
  institution: string;
  accent: string;
  name: string;
  type: string;
  price: string;
  validity: string;
  instructions: string | null;
  /** What the codes open; null for codes with the serial number and the pin alone. */
  link: string | null;
  pins: { serial: string; secret: string }[];
}
