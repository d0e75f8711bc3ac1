import { publicPage } from '#web/public-pages/public-page.ts';
import type { FormProps } from '#ui/public/form-props.ts';

/** A program that takes applications. Texts are ready to show. */
export interface ApplyProgram {
  id: string;
  /** 'Junior Secondary (Requires Pin)' */
  label: string;
  intakes: ApplyIntake[];
  pins: ApplyPin[];
}

export interface ApplyIntake {
  sessionId: string;
  session: string;
  facts: { label: string; value: string }[];
  introduction: string | null;
  classes: { value: string; label: string; isFull: boolean }[];
  batches: { value: string; label: string }[];
}

/** A kind of pin on sale. */
export interface ApplyPin {
  kindId: string;
  name: string;
  price: string;
  validity: string;
  stock: string;
  isSoldOut: boolean;
  most: number;
  soldAt: string | null;
}

/** The buyer's form, with what was typed and what is wrong. */
export interface Buy extends Omit<FormProps, 'csrf' | 'prefix'> {
  institutionId: number;
}

export interface ApplyProps extends FormProps {
  school: string;
  programs: ApplyProgram[];
  /** Programs that open later: 'ND Accountancy opens on 1 Dec 2026.' */
  later: string[];
  /** Where the courses of programs are read. */
  courses: string;
  /** Where an application is continued. */
  find: string;
  /** Where pins are bought. */
  buy: Buy;
  phoneHint: string;
}
export const applyPage = publicPage<ApplyProps>('admissions/apply');

export interface FindProps extends FormProps {
  apply: string;
}
export const findPage = publicPage<FindProps>('admissions/find');
