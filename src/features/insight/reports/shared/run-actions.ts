import type { MenuItem } from '#ui/overlays/menu.tsx';
import { withParams } from '#ui/href.ts';
import { askThenPost, post } from '#ui/post.ts';
import type { RunPage } from '../run/run-page.ts';
import { answersIn } from '../run/answers-in.ts';

/** What can be done with a report besides editing it: the ‘…’ menu of its page. */
export function runActions(page: RunPage): (MenuItem | false)[] {
  const { report, isAsking } = page;
  return [
    page.canMessage && !isAsking && !page.problem && { label: 'Message these', href: resultAddress(page, 'message') },
    ...(isAsking ? [] : fileItems(page)),
    page.canPrintLabels &&
      !isAsking &&
      !page.problem && { label: 'Print labels', href: resultAddress(page, 'labels'), modal: true },
    !isAsking && { label: 'Print', onSelect: () => window.print() },
    ...savedActions(report, 'report'),
  ];
}

/** What can be done with a saved report or graph. */
export function savedActions(
  { id, name, can }: Pick<RunPage['report'], 'id' | 'name' | 'can'>,
  noun: 'report' | 'graph',
): (MenuItem | false)[] {
  const at = `/reports/${id}`;
  return [
    can.copy && { label: `Copy ${noun}`, onSelect: () => post(`${at}/copy`) },
    noun === 'report' && can.edit && { label: 'Schedule', href: `${at}/schedule`, modal: true },
    can.share && { label: `Share ${noun}`, href: `${at}/sharing`, modal: true },
    can.takeOver && { label: `Take over ${noun}`, onSelect: () => post(`${at}/take-over`) },
    can.edit && {
      label: `Delete ${noun}`,
      tone: 'bad',
      onSelect: () =>
        void askThenPost(`${at}/delete`, {
          title: `Delete ${name}?`,
          body: 'Colleagues that it is shared with can’t run it any more. The records stay.',
          action: `Delete ${noun}`,
          tone: 'bad',
        }),
    },
  ];
}

/** An address below that of the run, with the same answers. */
function resultAddress({ report, design, answers }: RunPage, what: string): string {
  const asked = answersIn(answers);
  return report.id === null
    ? withParams(`/reports/run/${what}`, { institution_id: report.institutionId, design, ...asked })
    : withParams(`/reports/${report.id}/${what}`, { ...asked });
}

const formats = { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' } as const;

/** The whole report as a file, with the same answers. */
function fileItems({ report, design, answers, columns, canExport, hasPhotos, problem }: RunPage): MenuItem[] {
  if (!canExport || problem || columns.every(({ type }) => type === 'photo')) return [];
  const asked = answersIn(answers);
  const item = (format: keyof typeof formats, more: { photos?: '1' } = {}): MenuItem => ({
    label: `Download as ${formats[format]}${more.photos ? ' with photos' : ''}`,
    external: true,
    href:
      report.id === null
        ? withParams(`/reports/run.${format}`, { institution_id: report.institutionId, design, ...asked, ...more })
        : withParams(`/reports/${report.id}/rows.${format}`, { ...asked, ...more }),
  });
  const plain = [item('pdf'), item('xlsx'), item('csv')];
  return hasPhotos ? [...plain, item('pdf', { photos: '1' }), item('xlsx', { photos: '1' })] : plain;
}
