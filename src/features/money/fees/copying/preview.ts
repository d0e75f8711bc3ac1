import { compulsoryTotal } from '../setup/compulsory-total.ts';
import type { FeeDetails } from '../setup/fee.queries.ts';
import type { Adjustment } from './adjusted.ts';
import { copyFor } from './copy-fees.ts';
import type { CopyPreview } from './copying.pages.ts';
import type { Place } from './place.ts';

/** What copying the fees of one term to another would make of each. */
export const previewOf = (
  fees: FeeDetails[],
  there: FeeDetails[],
  from: Place,
  to: Place,
  adjustment: Adjustment,
): CopyPreview[] => {
  const titles = new Set(there.map(({ title }) => title.toLowerCase()));
  return fees.map((fee) => {
    const copy = copyFor(fee, from, to, adjustment);
    return {
      id: fee.id,
      title: copy.title,
      audience: fee.audience,
      particulars: fee.particulars.map(({ name, isOptional, amount }, at) => ({
        name,
        isOptional,
        before: amount,
        after: copy.particulars[at]!.amount,
      })),
      before: compulsoryTotal(fee.particulars),
      after: compulsoryTotal(copy.particulars),
      dates: fee.instalments.map(({ dueOn }, at) => ({ before: dueOn, after: copy.instalments[at]!.dueOn })),
      isThere: titles.has(copy.title.toLowerCase()),
    };
  });
};
