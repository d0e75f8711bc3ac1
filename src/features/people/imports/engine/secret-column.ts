import { squeeze } from './headers.ts';

/** Whether a column holds passwords or PINs: never imported, shown, stored or returned. */
export const isSecret = (header: string): boolean =>
  /passw|^pwd|passphrase|secret|^pin(withheld)?$/.test(squeeze(header));
