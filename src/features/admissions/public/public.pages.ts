import { publicPage } from '#web/public-pages/public-page.ts';
import type { FormState } from '#ui/public/fields.tsx';

/** A form of these pages. */
export interface FormProps extends FormState {
  csrf: string;
  /** Where it is sent. */
  action: string;
  /** What is wrong with the whole form. */
  message: string | null;
}

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
  buy: {
    action: string;
    institutionId: number;
    /** The same page at the product's own address, which alone takes payments. */
    elsewhere: string | null;
  };
  phoneHint: string;
}
export const applyPage = publicPage<ApplyProps>('admissions/apply');

export interface FindProps extends FormProps {
  apply: string;
}
export const findPage = publicPage<FindProps>('admissions/find');
