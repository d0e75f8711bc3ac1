import { router } from '@inertiajs/react';
import { confirm, type Question } from './confirm.tsx';
import { toast } from './toast.ts';

/** Asks once, then does it. A refusal says its reason where the person looks. */
export async function askThenPost(address: string, question: Question, data?: Record<string, string>): Promise<void> {
  if (await confirm({ tone: 'bad', ...question })) post(address, data);
}

/** Does something to a record of the page in view. */
export const post = (address: string, data: Record<string, string> = {}): void =>
  router.post(address, data, {
    preserveScroll: true,
    onError: (errors) => toast({ tone: 'bad', message: Object.values(errors)[0] ?? 'That was refused.' }),
  });
