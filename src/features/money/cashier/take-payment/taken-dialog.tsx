import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Money, Secondary } from '#ui/text.tsx';
import { explain } from '#web/client/remote.ts';
import { openByPost } from '#web/client/open-by-post.ts';
import { undoWithin } from '#features/money/payments/payments.ts';
import type { TakenPayment } from './take-payment.ts';
import { useJustShown } from './use-just-shown.ts';
import classes from '#features/money/payments/shared/counter.module.css';

interface TakenDialogProps {
  taken: TakenPayment | null;
  onNext: () => void;
  /** Rejects if the payment cannot be undone any more. */
  onUndo: () => Promise<void>;
}

/** The receipt's number and its prints; Enter goes on to the next payment. Until it is printed, Undo for ten seconds. */
export function TakenDialog({ taken, onNext, onUndo }: TakenDialogProps) {
  const next = useRef<HTMLButtonElement>(null);
  const justShown = useJustShown(taken);
  const [printed, setPrinted] = useState<TakenPayment | null>(null);
  const [busy, setBusy] = useState(false);
  const focusNext = () => next.current?.focus();
  useEffect(() => {
    // After the dialog has placed the focus.
    if (taken) requestAnimationFrame(focusNext);
  }, [taken]);
  const undo = async () => {
    setBusy(true);
    await onUndo().finally(() => setBusy(false));
  };
  const print = (paper: string) => {
    setPrinted(taken);
    openByPost(`/payments/${taken!.id}/receipt?paper=${paper}`);
  };
  return (
    <Dialog
      open={taken !== null}
      onClose={onNext}
      busy={busy}
      title={taken?.receipt ? `Receipt ${taken.receipt}` : 'Cheque recorded'}
      footer={
        <>
          <Button onClick={() => print('a4')}>Print A4</Button>
          <Button onClick={() => print('a5')}>Print A5</Button>
          <Button onClick={() => print('roll')}>Print 80 mm</Button>
          <Button
            ref={next}
            tone="primary"
            loading={busy}
            onClick={({ detail }) => (detail > 0 || !justShown.isNow()) && onNext()}
          >
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
          {taken.canUndo && printed !== taken && <UndoPayment busy={busy} onUndo={undo} onEnd={focusNext} />}
        </div>
      )}
    </Dialog>
  );
}

/** Offered as long as the server allows it; then a line in its place, so that no button moves under the pointer. */
function UndoPayment({ busy, onUndo, onEnd }: { busy: boolean; onUndo: () => Promise<void>; onEnd: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [ended, setEnded] = useState('');
  const end = (message: string) => {
    const hadFocus = button.current?.contains(document.activeElement);
    setEnded(message);
    if (hadFocus) onEnd();
  };
  useEffect(() => {
    if (busy || ended) return;
    const timer = setTimeout(() => end('Entered by mistake? Ask for a reversal.'), undoWithin.seconds * 1000);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the time runs once
  }, [busy, ended]);
  const undo = () => onUndo().catch((error: unknown) => end(explain(error).message));
  return (
    <p className={classes.undo} aria-live="polite">
      {ended ? (
        <Secondary>{ended}</Secondary>
      ) : (
        <>
          Entered by mistake?
          <Button ref={button} small loading={busy} onClick={() => void undo()}>
            Undo
          </Button>
        </>
      )}
    </p>
  );
}
