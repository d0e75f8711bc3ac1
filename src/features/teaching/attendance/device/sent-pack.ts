import type { Pack } from './pack.queries.ts';

/** The server's answer at /registers/device. */
export interface SentPack {
  accountId: number;
  name: string;
  /** Base64: seals what the device keeps for this account. */
  key: string;
  /** Milliseconds until the session ends if nothing more is heard of it. */
  msLeft: number;
  csrf: string;
  pack: Pack;
}
