import { money } from '#ui/format.ts';
import type { FeeForm } from './step.pages.ts';
import type { AtStep } from './step-view.ts';

/** The plain form that pays a fee of an application. */
export function feeForm({ at, code, own }: AtStep, kind: FeeForm['kind']): FeeForm {
  const { acceptanceFee, applicationFee } = own.intake;
  const amount = money(kind === 'application' ? applicationFee : acceptanceFee, at.site.currency);
  return { action: '/orders/fees', institution: at.site.slug, code, kind, amount };
}
