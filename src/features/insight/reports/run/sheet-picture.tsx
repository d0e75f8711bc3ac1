import type { CSSProperties } from 'react';
import { cx } from '#ui/cx.ts';
import { labelSheets, labelsOn, type LabelSheet } from '../labels/sheets.ts';
import classes from './labels.module.css';

interface SheetPictureProps {
  sheet: LabelSheet;
  /** The label that is printed first. */
  first: number;
  onChoose: (label: number) => void;
}

/** The sheet in small: click the first label that is left. The field beside it does the same. */
export function SheetPicture({ sheet, first, onChoose }: SheetPictureProps) {
  const { columns } = labelSheets[sheet];
  return (
    <div className={classes.sheet} style={{ '--columns': columns } as CSSProperties} aria-hidden>
      {Array.from({ length: labelsOn(sheet) }, (_, at) => (
        <button
          key={at}
          type="button"
          tabIndex={-1}
          className={cx(classes.label, at + 1 < first && classes.used)}
          onClick={() => onChoose(at + 1)}
        >
          {at + 1}
        </button>
      ))}
    </div>
  );
}
