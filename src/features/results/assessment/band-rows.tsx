import { FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { cx } from '#ui/cx.ts';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import type { scaleForm } from './scales/scale-fields.ts';
import classes from './shared/setup.module.css';

type ScaleInForm = ReturnType<typeof scaleForm>;

/** The grades of a scale. */
export const BandRows = ({ rows }: { rows: ScaleInForm['bands'] }) => (
  <NestedRecords name="bands" noun="grade" records={rows} max={30} compact>
    {({ value, field, at }) => (
      <div className={cx(classes.band, at > 1 && classes.later)}>
        <TextField name={field('grade')} label="Grade" maxLength={6} defaultValue={value?.grade} autoComplete="off" />
        <TextField
          name={field('from')}
          label="From"
          inputMode="decimal"
          defaultValue={value?.from}
          autoComplete="off"
        />
        <TextField
          name={field('points')}
          label="Points"
          inputMode="decimal"
          defaultValue={value?.points ?? '0'}
          autoComplete="off"
        />
        <TextField name={field('remark')} label="Remark" optional maxLength={40} defaultValue={value?.remark ?? ''} />
      </div>
    )}
  </NestedRecords>
);

/** The classes of certificates. */
export const DesignationRows = ({ rows }: { rows: ScaleInForm['designations'] }) => (
  <NestedRecords name="designations" noun="class" records={rows} max={12} compact>
    {({ value, field }) => (
      <FieldRow>
        <TextField name={field('name')} label="Class" maxLength={60} defaultValue={value?.name} autoComplete="off" />
        <TextField
          name={field('from')}
          label="From"
          inputMode="decimal"
          defaultValue={value?.from}
          autoComplete="off"
        />
      </FieldRow>
    )}
  </NestedRecords>
);
