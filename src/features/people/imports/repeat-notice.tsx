import { Button, LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { DateTimeText } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { kindLabels } from './kinds/kind-labels.ts';
import type { ImportColumnsProps, ImportHead } from './imports.pages.ts';
import { Notice } from './notice.tsx';
import { useCancel } from './use-cancel.ts';
import classes from './notice.module.css';

interface RepeatNoticeProps {
  repeats: NonNullable<ImportColumnsProps['repeats']>;
  found: ImportHead;
  /** Absent once the user has continued. */
  onContinue: (() => void) | undefined;
}

/** A notice that the same file was uploaded before, with its result and a way to continue. */
export function RepeatNotice({ repeats, found, onContinue }: RepeatNoticeProps) {
  const address = useAddress();
  const discard = useCancel(found);
  const { one } = kindLabels[found.kind];
  return (
    <div>
      <Notice tone="gold">
        {repeats.person ?? 'Someone'} uploaded the same file on <DateTimeText value={repeats.at} />
        {repeats.imported > 0
          ? `, and imported ${countOf(repeats.imported, one)} from it`
          : ', and it is being imported'}
        .
        {onContinue && (
          <span className={classes.acts}>
            <Button tone="primary" onClick={onContinue}>
              Continue anyway
            </Button>
            <LinkButton href={address.href(`/imports/${repeats.id}`)}>View that import</LinkButton>
            <Button onClick={() => void discard()}>Discard import</Button>
          </span>
        )}
      </Notice>
    </div>
  );
}
