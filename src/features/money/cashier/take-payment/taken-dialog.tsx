import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Money, Secondary } from '#ui/text.tsx';
import { openByPost } from '#web/client/open-by-post.ts';
import type { TakenPayment } from './take-payment.ts';
import classes from '#features/money/payments/shared/counter.module.css';

interface TakenDialogProps {
  taken: TakenPayment | null;
  onNext: () => void;
}

/** The receipt's number and its prints; Enter goes on to the next payment. */
export function TakenDialog({ taken, onNext }: TakenDialogProps) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // After the dialog has placed the focus.
    if (taken) requestAnimationFrame(() => next.current?.focus());
  }, [taken]);
  const print = (paper: string) => openByPost(`/payments/${taken!.id}/receipt?paper=${paper}`);
  return (
    <Dialog
      open={taken !== null}
      onClose={onNext}
      title={taken?.receipt ? `Receipt ${taken.receipt}` : 'Cheque recorded'}
      footer={
        <>
          <Button onClick={() => print('a4')}>Print A4</Button>
          <Button onClick={() => print('a5')}>Print A5</Button>
          <Button onClick={() => print('roll')}>Print 80 mm</Button>
          <Button ref={next} tone="primary" onClick={onNext}>
            Next payment
          </Button>
        </>
      }
    >
      {taken && (
        <div className={classes.taken}>
          <strong>
            <Money minor={taken.amount} currency={taken.currency} />
          </strong>
          <p>{taken.names.join(', ')}</p>
          {taken.credit > 0 && (
            <p>
              <Money minor={taken.credit} currency={taken.currency} /> is kept as credit.
            </p>
          )}
          {!taken.receipt && (
            <Secondary>Print the acknowledgement slip. The receipt follows when the cheque has cleared.</Secondary>
          )}
        </div>
      )}
    </Dialog>
  );
}
