import type { MenuItem } from '#ui/overlays/menu.tsx';
import { askThenPost } from '#ui/post.ts';

export { askThenPost, post } from '#ui/post.ts';

/** The last item of a record's menu: deletes it after confirmation. */
export const deleteItem = (address: string, name: string, noun: string, deleted = `The ${noun} will be`): MenuItem => ({
  label: 'Delete…',
  tone: 'bad',
  onSelect: () =>
    void askThenPost(`${address}/delete`, {
      title: `Delete ${name}?`,
      body: `${deleted} deleted. This can’t be undone.`,
      action: `Delete ${noun}`,
      tone: 'bad',
    }),
});

/** Closes a batch after confirmation; it can be reopened. */
export const closeItem = (address: string, name: string, noun: string): MenuItem => ({
  label: 'Close…',
  onSelect: () =>
    void askThenPost(`${address}/close`, {
      title: `Close ${name}?`,
      body: 'It will no longer accept students. Its current students stay. You can reopen it.',
      action: `Close ${noun}`,
      tone: 'primary',
    }),
});
