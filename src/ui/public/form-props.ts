import type { FormState } from './fields.tsx';

/** A form of a public page. */
export interface FormProps extends FormState {
  csrf: string;
  /** Where it is sent. */
  action: string;
  /** What is wrong with the whole form. */
  message: string | null;
}
