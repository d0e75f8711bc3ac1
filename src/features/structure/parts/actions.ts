import { router } from '@inertiajs/react';
import { confirm, type Question } from '#ui/confirm.tsx';
import type { MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast.ts';

/** Asks once, then does it. A refusal says its reason where the person looks. */
export async function askThenPost(address: string, question: Question): Promise<void> {
  if (await confirm({ tone: 'bad', ...question })) post(address);
}

/** Does something to a record of the page in view. */
export const post = (address: string, data: Record<string, string> = {}): void =>
  router.post(address, data, {
    preserveScroll: true,
    onError: (errors) => toast({ tone: 'bad', message: Object.values(errors)[0] ?? 'That was refused.' }),
  });

/** The last entry of a record's menu: deletes it, once that was confirmed. */
export const deleteItem = (address: string, name: string, noun: string, lost = `The ${noun} is`): MenuItem => ({
  label: 'Delete…',
  tone: 'bad',
  onSelect: () =>
    void askThenPost(`${address}/delete`, {
      title: `Delete ${name}?`,
      body: `${lost} deleted. This cannot be undone.`,
      action: `Delete ${noun}`,
    }),
});
