import type { FeeForm } from '../../public/step.pages.ts';

/** A plain form that leads to the payment. */
export function PayFee({ csrf, fee, words }: { csrf: string; fee: FeeForm; words: string }) {
  return (
    <form className="notice warn" method="post" action={fee.action}>
      <input type="hidden" name="_csrf" value={csrf} />
      <input type="hidden" name="institution" value={fee.institution} />
      <input type="hidden" name="code" value={fee.code} />
      <input type="hidden" name="kind" value={fee.kind} />
      <p>{words}</p>
      <button className="button strong">Pay {fee.amount}</button>
    </form>
  );
}
