import { useState, type CSSProperties } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { reportLabelsPage } from '../reports.pages.ts';
import { labelsOn, sheetLabels, labelSheets, type LabelSheet } from '../labels/sheets.ts';
import classes from './labels.module.css';
import { cx } from '#ui/cx.ts';

/** Labels of the people in a report: which sheet, what they say, and where they begin. */
export default function ReportLabelsPage({
  name,
  many,
  contents,
  action,
  hidden,
  back,
}: PropsOf<typeof reportLabelsPage>) {
  const { href } = useAddress();
  const [sheet, setSheet] = useState<LabelSheet>('3x8');
  const [content, setContent] = useState<string>(contents[0]!.value);
  const [first, setFirst] = useState('1');
  const most = labelsOn(sheet);
  const begins = Math.min(Math.max(Number(first) || 1, 1), most);
  return (
    <>
      <PageHeader
        title="Print labels"
        breadcrumbs={[
          { label: 'Reports', href: href('/reports') },
          { label: name, href: back },
        ]}
      />
      {/* A plain form, so that the browser opens the file. */}
      <form action={action} method="get" target="_blank" className={classes.form}>
        {Object.entries(hidden).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <ChoiceField
          name="sheet"
          label="Sheet"
          value={sheet}
          options={sheetLabels}
          onChange={(event) => setSheet(event.currentTarget.value as LabelSheet)}
        />
        <ChoiceField
          name="content"
          label="Text"
          value={content}
          options={contents}
          help={
            content === 'guardian'
              ? `One label for each guardian. ${many === 'students' ? 'Students' : 'People'} whose guardian has no address are skipped.`
              : undefined
          }
          onChange={(event) => setContent(event.currentTarget.value)}
        />
        <div className={classes.first}>
          <TextField
            name="first"
            label="Begin with label"
            type="number"
            min={1}
            max={most}
            value={first}
            help="For a sheet that was used before. Labels are counted from left to right."
            onChange={(event) => setFirst(event.currentTarget.value)}
          />
          <SheetPicture sheet={sheet} first={begins} onChoose={(label) => setFirst(String(label))} />
        </div>
        <p className="fine ink-2">Print at 100%, without “Fit to page”.</p>
        <div className={classes.actions}>
          <Button type="submit" tone="primary">
            Labels as PDF
          </Button>
          <LinkButton href={back}>Cancel</LinkButton>
        </div>
      </form>
    </>
  );
}

interface SheetPictureProps {
  sheet: LabelSheet;
  /** The label that is printed first. */
  first: number;
  onChoose: (label: number) => void;
}

/** The sheet in small: click the first label that is left. The field beside it does the same. */
function SheetPicture({ sheet, first, onChoose }: SheetPictureProps) {
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
