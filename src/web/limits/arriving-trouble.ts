export class TooSlow extends Error {
  readonly statusCode = 408;
}

export class TooLarge extends Error {
  readonly statusCode = 413;
}

/** 429 if this sender has too much in transit, 503 if everyone together has. */
export class TooManyArriving extends Error {
  readonly statusCode: number;
  constructor(holder: Holder) {
    super(arrivingWords[holder]);
    this.statusCode = holder === 'person' || holder === 'address' || holder === 'device' ? 429 : 503;
  }
}

const arrivingWords: Record<Holder, string> = {
  person: 'Too many of your uploads are running. Wait until one finishes, then try again.',
  institution: 'Your institution has too many uploads running. Try again in a minute.',
  address: 'Your network is sending too much at once. Try again in a few seconds.',
  device: 'This device is sending too much at once. Try again in a few seconds.',
  devices: 'The server is receiving too much at once. Try again in a few seconds.',
  visitors: 'The server is receiving too much at once. Try again in a few seconds.',
  all: 'The server is receiving too many uploads at once. Try again in a minute.',
};

/** The message for a body that was not accepted, or undefined for any other error. */
export function bodyTrouble(error: unknown): string | undefined {
  if (error instanceof TooManyArriving) return error.message;
  if (error instanceof TooSlow)
    return 'The connection was too slow, so nothing was saved. Check your network and try again.';
  return undefined;
}

export const second = 1000;

export const megabyte = 1_048_576;

/**
 * After 10 seconds a body must average 4 KB/s, or it is ended. A phone with 400 Kbit/s sends twelve times that: each
 * second of sending allows twelve of silence.
 */
export const slowestUpload = { graceMs: 10 * second, bytesPerSecond: 4096, longestMs: 600 * second, looksEveryMs: 500 };

/**
 * Files up to 20 MB are read, with their fields. A larger declared body is read to its end, so that the browser gets
 * the error message.
 */
export const mostRead = 22 * megabyte;

export const mostSent = 64 * megabyte;

/** Limits on bodies in transit, and on uploads until they are answered. */
export const quotas = {
  person: { bodies: 12, bytes: 96 * megabyte },
  institution: { bodies: 40, bytes: 160 * megabyte },
  address: { bodies: 40, bytes: 40 * megabyte },
  /** Visitors who have signed in on their device before; beside everybody else. */
  device: { bodies: 6, bytes: 12 * megabyte },
  devices: { bodies: 120, bytes: 40 * megabyte },
  visitors: { bodies: 200, bytes: 80 * megabyte },
  all: { bodies: 400, bytes: 320 * megabyte },
};

export type Holder = keyof typeof quotas;
