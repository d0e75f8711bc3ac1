import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { useUnsavedGuard } from '#ui/forms/use-unsaved-guard.ts';
import { countOf, money } from '#ui/format.ts';
import type { Ticks } from './use-ticks.ts';
import classes from './items.module.css';

interface SaveProps {
  action: string;
  ticks: Ticks;
  currency: string;
  /** Added items of students who have the fee's invoice already. */
  late: { count: number; total: number };
  batch?: number;
}

/** Saves the ticks that changed, and bills those of students whose fee is billed if the user wants it. */
export function SaveTicks({ action, ticks, currency, late, batch }: SaveProps) {
  const { changes } = ticks;
  const isDirty = useRef(false);
  isDirty.current = changes.length > 0;
  useUnsavedGuard(isDirty);
  if (changes.length === 0) return null;
  const sent = (name: string, isOn: boolean) =>
    changes
      .filter((tick) => tick.isOn === isOn)
      .map(({ studentId, itemId }, at) => (
        <span key={`${studentId} ${itemId}`}>
          <input type="hidden" name={`${name}[${at}][student_id]`} value={studentId} />
          <input type="hidden" name={`${name}[${at}][item_id]`} value={itemId} />
        </span>
      ));
  return (
    <section className={classes.save} aria-label="Save changes">
      <EditForm
        action={action}
        submit={`Save ${countOf(changes.length, 'change')}`}
        guard={false}
        onSuccess={ticks.clear}
        aside={
          <Button tone="plain" onClick={ticks.clear}>
            Discard
          </Button>
        }
      >
        <div hidden>
          {sent('add', true)}
          {sent('remove', false)}
          {batch !== undefined && batch > 0 && <input type="hidden" name="batch" value={batch} />}
        </div>
        {late.count > 0 && (
          <CheckboxField
            name="bill_now"
            label={`Bill ${countOf(late.count, 'item')} now: ${money(late.total, currency)} before discounts`}
            help="This fee is billed already. Each item gets an invoice of its own. Otherwise bill them later under Changes since billing."
          />
        )}
      </EditForm>
    </section>
  );
}
