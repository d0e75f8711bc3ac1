/** Fired on a form before a draft is put back into it: whoever adds fields to it adds those that the draft names. */
export const RESTORING = 'akada:restoring';
export interface Restoring {
  names: string[];
}
