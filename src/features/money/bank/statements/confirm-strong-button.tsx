import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { ConfirmedStep } from './confirm-strong.ts';

/** Confirms all strong proposals of a statement, a few at a time, and says how far it is. */
export function ConfirmStrongButton({ statementId, strong }: { statementId: number; strong: number }) {
  const [done, setDone] = useState<number | null>(null);
  const start = async () => {
    const isSure = await confirm({
      title: `Confirm ${countOf(strong, 'strong proposal')}?`,
      body: 'Recorded payments are marked as seen at the bank. Lines of students are recorded as payments on their oldest dues, with a receipt.',
      action: 'Confirm proposals',
    });
    if (!isSure) return;
    let confirmed = 0;
    let skipped = 0;
    setDone(0);
    try {
      for (let after: number | null = 0; after !== null;) {
        const step: ConfirmedStep = (
          await remote<ConfirmedStep>('POST', `/bank-statements/${statementId}/confirm`, { after })
        ).json;
        confirmed += step.confirmed;
        skipped += step.skipped;
        after = step.after;
        setDone(confirmed);
      }
      const rest = skipped ? ` ${count(skipped)} changed meanwhile. Match the statement again.` : '';
      toast({ message: `${countOf(confirmed, 'line')} confirmed.${rest}`, tone: skipped ? 'info' : 'good' });
    } catch (error) {
      toast({ message: `${countOf(confirmed, 'line')} confirmed. ${explain(error).message}`, tone: 'bad' });
    }
    setDone(null);
    router.reload();
  };
  return (
    <Button tone="primary" loading={done !== null} onClick={() => void start()}>
      {done === null ? `Confirm ${countOf(strong, 'strong proposal')}` : `${count(done)} of ${count(strong)} confirmed`}
    </Button>
  );
}
