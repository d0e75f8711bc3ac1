/** Fired on a form before a draft is restored, so that components can add the fields it needs. */
export const RESTORING = 'akada:restoring';
export interface Restoring {
  names: string[];
}
