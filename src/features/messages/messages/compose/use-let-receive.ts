import { useState } from 'react';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import { asData, forQuestion, type MessageDraft } from '../shared/audience-fields.tsx';

export type Mend = ReturnType<typeof useLetReceive>;

/** Lets guardians who are left out receive SMS: one by key, or with '' the first of each student whom no SMS reaches. */
export function useLetReceive(written: MessageDraft, onDone: () => void) {
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (key: string) => {
    setBusy(key);
    try {
      const { json } = await remote<{ changed: number; message: string }>(
        'POST',
        '/messages/receivers',
        asData({ ...forQuestion(written), ...(key && { key }) }),
      );
      toast({ message: json.message, tone: 'good' });
      onDone();
    } catch (error) {
      toast({ message: explain(error).message, tone: 'bad' });
    } finally {
      setBusy(null);
    }
  };
  return { busy, run };
}
