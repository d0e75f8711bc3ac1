import { Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { post } from '#ui/post.ts';
import type { ImportCheckedProps } from './checked-props.ts';
import { Notice } from './notice.tsx';
import classes from './notice.module.css';

/** How the decimals of the file were read, with a cell as the example, and the button that reads them the other way. */
export function NotationNotice({
  id,
  seen,
  notation: { isComma, value, row, read, contradicting },
  mayApply,
}: Pick<ImportCheckedProps['import'], 'id' | 'seen'> & {
  notation: NonNullable<ImportCheckedProps['notation']>;
  mayApply: () => Promise<boolean>;
}) {
  const change = async () => {
    if (await mayApply()) post(`/imports/${id}/notation`, { notation: isComma ? 'point' : 'comma', seen });
  };
  return (
    <Notice tone={contradicting > 0 ? 'gold' : 'info'}>
      <span className={classes.words}>
        {`Amounts are read with a decimal ${isComma ? 'comma' : 'point'}: “${value}” in row ${row} ${read === null ? 'can’t be read' : `is ${read}`}.`}
      </span>
      {contradicting > 0 && (
        <span className={classes.words}>
          {`${countOf(contradicting, 'cell is', 'cells are')} written the other way and reported below.`}
        </span>
      )}
      <span className={classes.acts}>
        <Button small onClick={() => void change()}>
          {isComma ? 'Read with a decimal point' : 'Read with a decimal comma'}
        </Button>
      </span>
    </Notice>
  );
}
