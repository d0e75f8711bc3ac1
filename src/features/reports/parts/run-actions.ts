import type { MenuItem } from '#ui/overlays/menu.tsx';
import { askThenPost, post } from '#ui/post.ts';
import type { RunPage } from '../run/run-page.ts';

/** What can be done with a report besides editing it: the ‘…’ menu of its page. */
export function runActions({ report, isAsking }: RunPage): (MenuItem | false)[] {
  const { id, name, can } = report;
  const at = `/reports/${id}`;
  return [
    !isAsking && { label: 'Print', onSelect: () => window.print() },
    can.copy && { label: 'Copy report', onSelect: () => post(`${at}/copy`) },
    can.share && { label: 'Share report', href: `${at}/sharing`, modal: true },
    can.takeOver && { label: 'Take over report', onSelect: () => post(`${at}/take-over`) },
    can.edit && {
      label: 'Delete report',
      tone: 'bad',
      onSelect: () =>
        void askThenPost(`${at}/delete`, {
          title: `Delete ${name}?`,
          body: 'Colleagues that it is shared with can’t run it any more. The records stay.',
          action: 'Delete report',
        }),
    },
  ];
}
