import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { countedAmounts, ruleNeeds, withheld } from '../holds.ts';
import type { ruleFormPage } from '../holds.pages.ts';
import { useContext, useEffect, useRef, useState } from 'react';
import { FormErrors } from '#ui/forms/field.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { RulePreview } from './change-rules.ts';
import { PreviewTable, changesText, previewText } from './preview-table.tsx';
import classes from '../shared/holds.module.css';

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const choicesOf = (rows: { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

/** The form of a hold rule, with whom it would hold. */
export default function RuleFormPage({ rule, opened, programs, classes, ...place }: PropsOf<typeof ruleFormPage>) {
  const { institutionId, institutions, currency } = place;
  const { href } = useAddress();
  const words = useTerms(institutionId);
  const back = href(rule ? `/hold-rules/${rule.id}` : '/hold-rules');
  const byProgram = [...Map.groupBy(classes, ({ program }) => program)];
  return (
    <>
      <PageHeader
        title={rule ? `Edit ${rule.name}` : 'Add hold rule'}
        breadcrumbs={[
          { label: 'Holds', href: href('/holds') },
          { label: 'Rules', href: href('/hold-rules') },
        ]}
      />
      <EditForm
        key={`${institutionId} ${rule?.id}`}
        opened={opened}
        action={rule ? `/hold-rules/${rule.id}` : '/hold-rules'}
        submit={rule ? 'Save rule' : 'Add rule'}
        cancelHref={back}
        long
      >
        <FormSection title="Rule">
          {!rule && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
          <TextField
            name="name"
            label="Name"
            defaultValue={rule?.name}
            maxLength={80}
            placeholder="Report cards and exams"
            autoFocus={!rule}
            autoComplete="off"
          />
          <MultiSelectField
            name="withholds[]"
            label="Withhold"
            options={optionsOf(withheld)}
            defaultValue={rule?.withholds ?? []}
          />
        </FormSection>
        <FormSection title="Hold students who owe" description="Enter an amount, a number of days, or both.">
          <FieldRow>
            <MoneyField
              name="above"
              label="More than"
              optional
              currency={currency}
              defaultValue={rule?.above ?? null}
            />
            <SelectField
              name="counts"
              label="Of"
              placeholder={null}
              defaultValue={rule?.counts ?? 'overdue'}
              options={optionsOf(countedAmounts)}
            />
          </FieldRow>
          <FieldRow>
            <NumberField
              name="overdueDays"
              label="Overdue for more than (days)"
              optional
              min={1}
              max={365}
              step={1}
              defaultValue={rule?.overdueDays ?? ''}
            />
            <SelectField
              name="needs"
              label="With an amount and days"
              placeholder={null}
              defaultValue={rule?.needs ?? 'either'}
              options={optionsOf(ruleNeeds)}
            />
          </FieldRow>
        </FormSection>
        <FormSection
          title="Students"
          description="All students, unless you choose. Students who have left count with their last class."
        >
          {programs.length > 1 && (
            <MultiSelectField
              name="programIds[]"
              label="Programmes"
              optional
              options={choicesOf(programs)}
              defaultValue={(rule?.programIds ?? []).map(String)}
            />
          )}
          <MultiSelectField
            name="classIds[]"
            label={words.classes}
            optional
            groups={byProgram.map(([label, rows]) => ({ label, options: choicesOf(rows) }))}
            defaultValue={(rule?.classIds ?? []).map(String)}
          />
        </FormSection>
        <FormSection title="Preview" description="Worked out from what students owe now. Lifted holds are included.">
          <LivePreview institutionId={institutionId} currency={currency} rule={rule} />
        </FormSection>
      </EditForm>
    </>
  );
}

interface LivePreviewProps {
  institutionId: number;
  currency: string;
  /** The rule that is edited. */
  rule: { id: number; isOn: boolean } | null;
}

/** Whom the rule in the form would hold; follows what is typed. The number it shows is sent with the form. */
function LivePreview({ institutionId, currency, rule }: LivePreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<RulePreview | null>(null);
  const [problem, setProblem] = useState('');
  const refused = useContext(FormErrors)['seen'];
  const ruleId = rule?.id;

  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    let [asked, timer] = [0, 0];
    let last = '';
    const show = (found: RulePreview | null, words: string) => {
      setPreview(found);
      setProblem(words);
    };
    const read = async () => {
      const asking = conditionIn(new FormData(form));
      asking.set('institution_id', String(institutionId));
      if (ruleId) asking.set('rule_id', String(ruleId));
      if (!asking.get('above') && !asking.get('overdueDays')) return show(null, '');
      if (String(asking) === last) return;
      last = String(asking);
      const turn = ++asked;
      try {
        const { json } = await remote<RulePreview>('GET', `/hold-rules/preview?${asking}`);
        if (turn === asked) show(json, '');
      } catch (error) {
        last = '';
        if (turn === asked) show(null, explain(error).message);
      }
    };
    const soon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void read(), 300);
    };
    soon();
    const events = ['input', 'change', 'click'] as const;
    for (const event of events) form.addEventListener(event, soon);
    return () => {
      clearTimeout(timer);
      for (const event of events) form.removeEventListener(event, soon);
    };
    // Looked at again when the number of students was another by the time of saving.
  }, [institutionId, ruleId, refused]);

  return (
    <div ref={box} className={classes.preview}>
      <p className={classes.figures} role="status">
        {preview && (
          <>
            <strong>{previewText(preview, currency, false)}</strong>
            {rule?.isOn && changesText(preview)}
          </>
        )}
        {!preview && problem}
      </p>
      <input type="hidden" name="seen" value={preview?.held ?? ''} />
      {preview && <PreviewTable preview={preview} currency={currency} isChange={Boolean(rule?.isOn)} />}
    </div>
  );
}

function conditionIn(data: FormData): URLSearchParams {
  const asking = new URLSearchParams();
  for (const field of ['programIds', 'classIds'])
    for (const value of data.getAll(`${field}[]`)) asking.append(field, String(value));
  for (const field of ['above', 'overdueDays', 'counts', 'needs']) asking.set(field, String(data.get(field) ?? ''));
  return asking;
}
