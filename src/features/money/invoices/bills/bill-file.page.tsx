import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PrintedFileView } from '#web/client/printed-file.tsx';
import type { PropsOf } from '#web/page.ts';
import type { billFilePage } from './bills.routes.ts';

/** Many bills: their progress, then the file. */
export default function BillFilePage({ file }: PropsOf<typeof billFilePage>) {
  const { href } = useAddress();
  return (
    <PrintedFileView
      file={file}
      pages={countOf(file.total, 'bill')}
      drawing="Drawing bills"
      back={{ label: 'Invoices', href: href('/invoices') }}
      href={`/bill-files/${file.id}/bills.pdf`}
    />
  );
}
