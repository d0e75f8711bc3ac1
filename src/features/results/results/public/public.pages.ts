import { publicPage } from '#web/public-pages/public-page.ts';
import type { FormProps } from '#ui/public/form-props.ts';
import type { ReportCardViewProps } from '../cards/report-card-view.tsx';

/** A kind of result pin on sale, in words. */
export interface ResultPin {
  kindId: string;
  name: string;
  price: string;
  validity: string;
  isSoldOut: boolean;
  soldAt: string | null;
}

/** The form that orders a result pin, with what was typed and what is wrong. */
export interface BuyResultPin extends Omit<FormProps, 'csrf' | 'prefix'> {
  institutionId: number;
}

export interface CheckResultProps extends FormProps {
  terms: { value: string; label: string }[];
  pins: ResultPin[];
  buy: BuyResultPin;
  /** Where the school is asked. */
  office: string | null;
}
export const checkResultPage = publicPage<CheckResultProps>('results/check-result', { isStatic: true });

export interface OpenedResultProps extends ReportCardViewProps {
  csrf: string;
  school: string;
  /** '4 more times' */
  left: string;
  pdf: string;
  close: string;
  /** Where anybody can check a paper of this result. */
  verify: string;
}
export const openedResultPage = publicPage<OpenedResultProps>('results/opened-result', { isStatic: true });
