import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PrintedFileView } from '#web/client/printed-file.tsx';
import type { PropsOf } from '#web/page.ts';
import type { cardFilePage } from '../results.pages.ts';

/** Many report cards: their progress, then the file. */
export default function CardFilePage({ file }: PropsOf<typeof cardFilePage>) {
  const { href } = useAddress();
  return (
    <PrintedFileView
      file={file}
      pages={countOf(file.total, 'report card')}
      drawing="Drawing report cards"
      back={{ label: 'Marks', href: href('/mark-sheets') }}
      href={`/card-files/${file.id}/report-cards.pdf`}
    />
  );
}
