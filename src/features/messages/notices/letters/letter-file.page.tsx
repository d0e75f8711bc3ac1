import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PrintedFileView } from '#web/client/printed-file.tsx';
import type { PropsOf } from '#web/page.ts';
import type { letterFilePage } from '../notices.pages.ts';

/** Many letters: their progress, then the file. */
export default function LetterFilePage({ file }: PropsOf<typeof letterFilePage>) {
  const { href } = useAddress();
  return (
    <PrintedFileView
      file={file}
      pages={countOf(file.total, 'letter')}
      drawing="Drawing letters"
      back={{ label: 'Letters', href: href('/letters') }}
      href={`/letter-files/${file.id}/letters.pdf`}
    />
  );
}
