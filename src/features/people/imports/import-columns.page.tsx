import { useState } from 'react';
import { notationOf } from '#kernel/notation.ts';
import { FirstRowField } from '#ui/forms/first-row-field.tsx';
import { NotationField } from '#ui/forms/notation-field.tsx';
import { Card } from '#ui/records/card.tsx';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { countOf, dateText } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Secondary } from '#ui/text.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { ColumnRow } from './column-row.tsx';
import { importCrumbs } from './import-crumbs.ts';
import { Notice } from './notice.tsx';
import { RepeatNotice } from './repeat-notice.tsx';
import { readExample } from './engine/read-example.ts';
import { SameValues } from './same-values.tsx';
import { Stack } from './stack.tsx';
import { cancelLabel, useCancel } from './use-cancel.ts';
import { kindLabels } from './kinds/kind-labels.ts';
import { PeopleOptions } from './people-options.tsx';
import type { importColumns } from './imports.pages.ts';
import classes from './columns.module.css';
import { SelectField } from '#ui/forms/select-field.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import type { LegacyEncoding, Reading } from './engine/legacy-encodings.ts';
import type { DateOrder } from './engine/date-order.ts';
import type { DateProof, FileDates } from './engine/plan.ts';

/** The second step: the column mapping and what to do with existing records. */
export default function ImportColumnsPage({
  import: found,
  columns,
  fields,
  dates,
  currency,
  termBegins,
  options,
  notes,
  doubt,
  isUnnamed,
  readings,
  failure,
  repeats,
}: PropsOf<typeof importColumns>) {
  const [chosen, setChosen] = useState(columns.map(({ field }) => field));
  const cancel = useCancel(found);
  const words = kindLabels[found.kind];
  const terms = useTerms(found.institutionId);
  const { withoutNumber } = words;
  const leftOut = chosen.filter((field) => !field).length;
  const [isRepeated, setRepeated] = useState(repeats === null);
  const hasDays = chosen.some((field) => fields.some(({ value, isDay }) => value === field && isDay));
  const amounts = notationOf(
    columns
      .filter((_, at) => fields.some(({ value, isDecimal }) => isDecimal && value === chosen[at]))
      .map((column) => column.amounts ?? undefined),
  );
  const [ownNotation, setNotation] = useState(options.notation ?? null);
  const notation = ownNotation ?? amounts?.notation ?? 'point';
  const holds = (field: string | null) => chosen.includes(field);
  return (
    <>
      <PageHeader
        title={found.fileName}
        breadcrumbs={importCrumbs(found.kind)}
        description={`${countOf(found.rowCount, 'row')} for ${found.institution}. Map each column to a field, then check the file. Nothing is saved yet.`}
        more={[{ label: cancelLabel(found), tone: 'bad', onSelect: cancel }]}
      />
      <Stack>
        {failure && <Notice tone="bad">{failure}</Notice>}
        {repeats && (
          <RepeatNotice repeats={repeats} found={found} onContinue={isRepeated ? undefined : () => setRepeated(true)} />
        )}
        {notes.map((note) => (
          <Notice key={note} tone="gold">
            {note}
          </Notice>
        ))}
        {doubt && <Notice tone="gold">{doubt}</Notice>}
        {isRepeated && withoutNumber && !holds(withoutNumber.field) && (
          <Notice>{withoutNumber.text(found.institution)}</Notice>
        )}
        <div className={classes.wide} hidden={!isRepeated}>
          <EditForm action={`/imports/${found.id}/check`} submit="Check file" guard={false}>
            <input type="hidden" name="seen" value={found.seen} />
            {repeats && <input type="hidden" name="repeat" value="on" />}
            {readings && <EncodingField readings={readings} chosen={options.encoding ?? null} />}
            {isUnnamed && (
              <FirstRowField
                name="firstRow"
                one={withArticle(words.one)}
                yes="data"
                cells={columns.map(({ samples }) => samples[0])}
                chosen={options.firstRow}
              />
            )}
            <Card
              title="Columns"
              flush
              tour="import-columns"
              action={leftOut > 0 && <Secondary>{leftOut} not imported</Secondary>}
            >
              <ul className={classes.list}>
                {columns.map((column, at) => (
                  <ColumnRow
                    key={column.header}
                    column={column}
                    at={at}
                    fields={fields}
                    chosen={chosen}
                    options={options}
                    asksOrder={dates?.isMixed ?? false}
                    onChoose={(field) => setChosen(chosen.map((other, index) => (index === at ? field : other)))}
                  />
                ))}
              </ul>
            </Card>
            {dates && hasDays && <DateOrderSection dates={dates} chosen={options.dateOrder ?? null} />}
            {amounts && (
              <NotationField
                name="notation"
                value={notation}
                onChange={setNotation}
                example={{ ...amounts.example, read: readExample(amounts.example.value, notation, currency) }}
                isGuess={amounts.isGuess}
                contradicting={amounts.contradicting}
              />
            )}
            <SameValues fields={fields} holds={holds} same={options.same} />
            {termBegins && fields.some(({ value }) => value === 'enrolledFrom') && (
              <FormSection title="Enrolment">
                <SelectField
                  name="enrolment"
                  label="Enrolled from"
                  placeholder={null}
                  defaultValue={options.enrolment}
                  options={[
                    { value: 'term', label: `First day of the term (${dateText(termBegins)})` },
                    { value: 'today', label: 'Today' },
                  ]}
                  help="For students whose row has no date, but not before their admission date. Registers can be taken from that day."
                />
              </FormSection>
            )}
            {words.existing && (
              <PeopleOptions words={words} existing={words.existing} options={options} terms={terms} holds={holds} />
            )}
          </EditForm>
        </div>
      </Stack>
    </>
  );
}

const names: Record<LegacyEncoding, string> = { 'windows-1252': 'Windows', macintosh: 'Old Mac', cp850: 'DOS' };

/** Asks which of the readings has the right names, the likeliest first. */
const EncodingField = ({ readings, chosen }: { readings: Reading[]; chosen: LegacyEncoding | null }) => (
  <FormSection
    title="Accents"
    description="The file does not say how it was saved, and letters with accents can be read in several ways."
  >
    <SelectField
      name="encoding"
      label="Which names are right?"
      defaultValue={chosen ?? ''}
      options={readings.map(({ encoding, words }) => ({
        value: encoding,
        label: `${words.join(' · ')} (${names[encoding]})`.trim(),
      }))}
    />
  </FormSection>
);

interface DateOrderSectionProps {
  dates: FileDates;
  chosen: DateOrder | null;
}

/** Says how dates such as 03/04/2015 are read in this file, what shows it, and asks if nothing does. */
function DateOrderSection({ dates, chosen }: DateOrderSectionProps) {
  const { order, isUnknown, isMixed, proofs } = dates;
  return (
    <FormSection title="Dates" tour="import-dates" description={<Evidence {...dates} />}>
      {!isMixed && (
        <SelectField
          name="dateOrder"
          label={isUnknown ? 'Which comes first in dates?' : 'Date format'}
          placeholder={isUnknown ? undefined : null}
          defaultValue={chosen ?? (isUnknown ? '' : order)}
          options={[
            { value: 'dmy', label: 'Day first: 03/04/2015 is 3 April 2015' },
            { value: 'mdy', label: 'Month first: 03/04/2015 is 4 March 2015' },
          ]}
          help={
            proofs.length > 1
              ? 'Values that only fit the other format are reported as problems, with their rows.'
              : undefined
          }
        />
      )}
    </FormSection>
  );
}

function Evidence({ either, example, isUnknown, isMixed, proofs }: FileDates) {
  const both = `${countOf(either, 'date')} can be read both ways${example ? `, for example ${example}` : ''}.`;
  return (
    <>
      {either > 0 && <span>{both} </span>}
      {isUnknown && <span>No date in the file shows which way is meant. </span>}
      {proofs.map((proof) => (
        <span key={proof.order}>{sentence(proof)} </span>
      ))}
      {isMixed && <span>The columns differ, so choose the format of each column above.</span>}
    </>
  );
}

const sentence = ({ value, row, header, order }: DateProof) =>
  `${value} (“${header}”, row ${row}) can only be ${order === 'dmy' ? 'day first' : 'month first'}.`;
