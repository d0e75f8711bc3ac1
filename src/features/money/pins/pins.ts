/** Words of pins, with their names on the screen. */
export const pinTypes = { registration: 'Registration', result: 'Result' } as const;
export type PinType = keyof typeof pinTypes;

/** As stored; whether a pin has expired follows from the day. */
export const pinStatuses = {
  available: 'In stock',
  reserved: 'Reserved',
  sold: 'Sold',
  used: 'Used',
  void: 'Void',
} as const;
export type PinStatus = keyof typeof pinStatuses;

export const batchPurposes = {
  cards: 'Printed cards',
  orders: 'Sold online and as slips',
} as const;
export type BatchPurpose = keyof typeof batchPurposes;

export const layouts = {
  cards8: '8 cards a page',
  cards10: '10 cards a page',
  cards24: '24 cards a page',
  csv: 'CSV file',
} as const;
export type Layout = keyof typeof layouts;

export const batchStates = { making: 'Being made', ready: 'Ready', failed: 'Failed' } as const;
export type BatchState = keyof typeof batchStates;

export const sellerKinds = { bank: 'Bank', bursary: 'Bursary', agent: 'Agent' } as const;
export type SellerKind = keyof typeof sellerKinds;

export const tryOutcomes = {
  right: 'Accepted',
  wrong: 'Wrong pin',
  unknown: 'Unknown serial number',
  used: 'Already used',
  expired: 'Expired',
  void: 'Void',
  foreign: 'For something else',
  unsold: 'Not sold yet',
} as const;
export type TryOutcome = keyof typeof tryOutcomes;

/** The most that a batch can have. */
export const largestBatch = 20_000;

/** `00012345`: as printed and typed. */
export const serialText = (serial: number) => String(serial).padStart(8, '0');

/** `1234 5678 9012`: as printed and shown. */
export const secretText = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');
