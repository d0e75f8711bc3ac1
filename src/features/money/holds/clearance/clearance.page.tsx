import { useState } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import { withheld } from '../holds.ts';
import type { clearancePage } from '../holds.pages.ts';
import { ClearanceTable } from './clearance-table.tsx';
import classes from '../shared/holds.module.css';

/** Who is cleared, by batch: on the screen, and printed for the hall or the bursary. */
export default function ClearancePage(props: PropsOf<typeof clearancePage>) {
  const { institutionId, institutions, currency, what, batch, batches, lists, hasRule, seesAmounts } = props;
  const address = useAddress();
  const words = useWords(institutionId);
  const [title, setTitle] = useState('');
  const byClass = [...Map.groupBy(batches, ({ className }) => className)];
  const print = (reader: 'hall' | 'bursary') =>
    address.href('/holds/clearance.pdf', { institution_id: institutionId, what, batch, for: reader, title });
  return (
    <>
      <PageHeader
        title="Clearance lists"
        breadcrumbs={seesAmounts ? [{ label: 'Holds', href: address.href('/holds') }] : []}
      />
      <div className={classes.stack}>
        {institutions.length > 1 && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
        <Card title="Choose" tour="clearance-choice">
          <div className={classes.choose}>
            <MultiSelectField
              key={institutionId}
              name="batch[]"
              label={words.batches}
              groups={byClass.map(([label, rows]) => ({
                label,
                options: rows.map(({ id, name, students }) => ({
                  value: String(id),
                  label: name,
                  hint: count(students),
                })),
              }))}
              defaultValue={batch.map(String)}
              onChange={(values) => address.go({ batch: values }, { replace: true })}
            />
            <SelectField
              name="what"
              label="Cleared for"
              placeholder={null}
              value={what}
              onChange={(event) => address.go({ what: event.target.value }, { replace: true })}
              options={Object.entries(withheld).map(([value, label]) => ({ value, label }))}
            />
          </div>
        </Card>
        {lists.length === 0 ? (
          <EmptyState title={`Choose ${words.batches.toLowerCase()}`}>
            {hasRule
              ? 'The list shows which students are cleared and which are held right now.'
              : 'No hold rule is on for this, so everybody is cleared.'}
          </EmptyState>
        ) : (
          <>
            <Card title="Print" tour="clearance-print">
              <div className={classes.print}>
                <TextField
                  name="title"
                  label="Title"
                  optional
                  maxLength={100}
                  placeholder="First term examination, 2026/2027"
                  value={title}
                  onChange={(event) => setTitle(event.target.value)}
                />
                <LinkButton tone="primary" href={print('hall')} external>
                  Print for the exam hall
                </LinkButton>
                {seesAmounts && (
                  <LinkButton href={print('bursary')} external>
                    Print for the bursary
                  </LinkButton>
                )}
              </div>
            </Card>
            {lists.map((list) => (
              <ClearanceTable key={list.id} list={list} currency={seesAmounts ? currency : null} />
            ))}
          </>
        )}
      </div>
    </>
  );
}
