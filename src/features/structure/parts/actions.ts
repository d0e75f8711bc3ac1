import type { MenuItem } from '#ui/menu.tsx';
import { askThenPost } from '#ui/post.ts';

export { askThenPost, post } from '#ui/post.ts';

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
