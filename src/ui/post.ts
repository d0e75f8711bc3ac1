import { router } from '@inertiajs/core';
import { confirm, type Question } from './overlays/confirm.tsx';
import { toast } from './overlays/toast.ts';

/** Confirms, then posts; `tone: 'bad'` for what cannot be undone. Errors are shown in the dialog's place. */
export async function askThenPost(address: string, question: Question, data?: Record<string, string>): Promise<void> {
  if (await confirm(question)) post(address, data);
}

/** Posts an action on a record of the current page. */
export const post = (address: string, data: Record<string, string> = {}): void =>
  router.post(address, data, {
    preserveScroll: true,
    onError: (errors) =>
      toast({
        tone: 'bad',
        message: Object.values(errors)[0] ?? 'Request refused. Reload the page and try again.',
      }),
  });
