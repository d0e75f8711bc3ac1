import { squeeze } from './clean.ts';

/** A column of passwords or PINs: left out, not shown, not kept beside the import, not handed back. */
export const isSecret = (header: string): boolean =>
  /passw|^pwd|passphrase|secret|^pin(withheld)?$/.test(squeeze(header));
