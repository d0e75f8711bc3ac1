import { Fragment, type ReactNode, useId } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import type { Params } from '../href.ts';
import { toast } from '../overlays/toast.ts';
import { useStored } from '../hooks/use-stored.ts';
import classes from './export-dialog.module.css';

interface ExportDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The title of the export. */
  children: ReactNode;
  /** '/students/export', to which the format is appended. */
  address: string;
  /** Filter and sort parameters. */
  params: Params;
  columns: { key: string; label: string; isUsual: boolean; section?: string }[];
  /** The key under which the columns are stored. */
  name: string;
}

/** Exports a list as CSV or Excel with chosen columns. A plain form, so that the browser handles the download. */
export function ExportDialog({ open, onClose, title, children, address, params, columns, name }: ExportDialogProps) {
  const form = useId();
  const usual = columns.filter(({ isUsual }) => isUsual).map(({ key }) => key);
  const [stored, setChosen] = useStored<string[] | null>(`akada.export.${name}`, null);
  const chosen = stored ?? usual;
  const sections = [...Map.groupBy(columns, ({ section = '' }) => section)];
  const count = columns.filter(({ key }) => chosen.includes(key)).length;
  const toggle = (key: string) =>
    setChosen(chosen.includes(key) ? chosen.filter((column) => column !== key) : [...chosen, key]);
  const submit = { type: 'submit', form, disabled: count === 0 } as const;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button {...submit} formAction={`${address}.xlsx`}>
            Excel
          </Button>
          <Button {...submit} formAction={`${address}.csv`} tone="primary">
            CSV
          </Button>
        </>
      }
    >
      <form
        id={form}
        action={`${address}.csv`}
        method="get"
        onSubmit={() => {
          toast({ message: 'The download will start shortly.' });
          // A removed form would not be submitted.
          setTimeout(onClose);
        }}
      >
        <p>{children}</p>
        {fieldsOf(params).map(([key, value]) => (
          <input key={`${key} ${value}`} type="hidden" name={key} value={value} />
        ))}
        <fieldset className={classes.columns}>
          <legend>
            Columns
            {columns.length > 0 && (
              <Button
                small
                tone="plain"
                onClick={() => setChosen(count === columns.length ? [] : columns.map(({ key }) => key))}
              >
                {count === columns.length ? 'None' : 'All'}
              </Button>
            )}
          </legend>
          {sections.map(([section, group]) => (
            <Fragment key={section}>
              {section && <h3>{section}</h3>}
              {group.map(({ key, label }) => (
                <label key={key}>
                  <input
                    type="checkbox"
                    name="columns"
                    value={key}
                    checked={chosen.includes(key)}
                    onChange={() => toggle(key)}
                  />
                  {label}
                </label>
              ))}
            </Fragment>
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}

const fieldsOf = (params: Params): [string, string][] =>
  Object.entries(params).flatMap(([key, value]) =>
    [value]
      .flat()
      .flatMap((item): [string, string][] =>
        item === undefined || item === null || item === '' ? [] : [[key, String(item)]],
      ),
  );
