import type { MenuItem } from '#ui/overlays/menu.tsx';
import { withParams } from '#ui/href.ts';
import { askThenPost, post } from '#ui/post.ts';
import type { RunPage } from '../run/run-page.ts';

/** What can be done with a report besides editing it: the ‘…’ menu of its page. */
export function runActions(page: RunPage): (MenuItem | false)[] {
  const { report, isAsking } = page;
  const { id, name, can } = report;
  const at = `/reports/${id}`;
  return [
    ...(isAsking ? [] : fileItems(page)),
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

const formats = { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' } as const;

/** The whole report as a file, with the same answers. */
function fileItems({ report, design, answers, columns, canExport, problem }: RunPage): MenuItem[] {
  if (!canExport || problem || columns.every(({ type }) => type === 'photo')) return [];
  const asked = answers && { answers: JSON.stringify(answers) };
  return Object.entries(formats).map(([format, label]) => ({
    label: `Download as ${label}`,
    external: true,
    href:
      report.id === null
        ? withParams(`/reports/run.${format}`, { institution_id: report.institutionId, design, ...asked })
        : withParams(`/reports/${report.id}/rows.${format}`, { ...asked }),
  }));
}
