import { useState, useEffect } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { CUSTOM_DASHLET, PLACEHOLDER_OPTION } from '#ui/plain/constants.ts';
import type { PropsOf } from '#web/page.ts';
import { SAVED_GRAPH, sizes, type DashletContent } from './dashlets.ts';
import type { dashletFormPage } from './dashlets.pages.ts';
import { CustomFields, isComplete, useChoices, type Choices, useAskedGraph } from './custom-fields.tsx';
import classes from './dashlet-form.module.css';
import { useAnswer } from '#web/client/use-answer.ts';
import { LoadedView } from './shared/dashlet-view.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { isChosen } from '#ui/is-chosen.ts';
import { GraphAnswers } from '#features/insight/reports/graphs/shared/graph-answers.tsx';

const custom = { value: CUSTOM_DASHLET, label: 'Custom dashlet' };
const savedGraph = { value: SAVED_GRAPH, label: 'Saved graph' };

/** Adds a dashlet: a ready-made one, a saved graph, or one that counts what its owner chooses (2.9). */
export default function DashletFormPage({
  institutionId,
  role,
  kinds,
  models,
  hasGraphs,
}: PropsOf<typeof dashletFormPage>) {
  const { href } = useAddress();
  const { choices, choose } = useChoices();
  const [size, setSize] = useState<keyof typeof sizes | null>(null);
  const ready = kinds.find(({ value }) => value === choices.kind);
  const list = role
    ? href('/dashlets', { institution_id: institutionId, role: role.id })
    : href('/home', { institution_id: institutionId });
  return (
    <>
      <PageHeader title="Add card" breadcrumbs={[{ label: role ? `Cards of ${role.name}` : 'Home', href: list }]} />
      <div className={classes.columns}>
        <EditForm action="/dashlets" submit="Add card" cancelHref={list}>
          <input type="hidden" name="institution_id" value={institutionId} />
          {role && <input type="hidden" name="role_id" value={role.id} />}
          <SelectField
            name="kind"
            label="Dashlet"
            value={choices.kind}
            onChange={(event) => choose({ kind: event.target.value })}
            help={ready?.description}
            groups={[
              { label: 'Your own', options: hasGraphs ? [custom, savedGraph] : [custom] },
              { label: 'Ready-made', options: kinds },
            ]}
          />
          {choices.kind === CUSTOM_DASHLET && (
            <CustomFields institutionId={institutionId} models={models} choices={choices} choose={choose} />
          )}
          {choices.kind === SAVED_GRAPH && (
            <GraphFields institutionId={institutionId} choices={choices} choose={choose} isOfRole={role !== null} />
          )}
          <ChoiceField
            name="size"
            label="Size"
            value={size ?? ready?.size ?? (choices.kind === SAVED_GRAPH ? 'wide' : 'small')}
            onChange={(event) => setSize(event.target.value as keyof typeof sizes)}
            options={sizes}
          />
        </EditForm>
        <DashletPreview
          institutionId={institutionId}
          fields={isComplete(choices) ? choices : null}
          label={ready?.label ?? (choices.name || 'Preview')}
        />
      </div>
    </>
  );
}

interface Props {
  institutionId: number;
  /** Null until enough is chosen. */
  fields: Choices | null;
  label: string;
}

/** What the dashlet shows its owner, while it is chosen. */
function DashletPreview({ institutionId, fields, label }: Props) {
  const loaded = usePreview(institutionId, fields);
  return (
    <section className={classes.preview} aria-label="Preview" aria-live="polite" aria-busy={Boolean(fields && !loaded)}>
      <h2>{label}</h2>
      {!fields && <p className="ink-3">Choose a card to see it here.</p>}
      {fields && !loaded && <p className="ink-3">Loading…</p>}
      {fields && loaded && <LoadedView label={label} loaded={loaded} institutionId={institutionId} />}
    </section>
  );
}

const pause = 150;

/** The last answer stays until the next one comes. */
function usePreview(institutionId: number, fields: Choices | null): DashletContent | null {
  const { name: _, ...asked } = fields ?? { name: '' };
  const question = fields && JSON.stringify({ ...asked, institution_id: institutionId });
  const { answer, message } = useAnswer<DashletContent>('/dashlets/preview', question, { method: 'GET', pause });
  return message ? { state: 'failed', message } : answer;
}

interface GraphFieldsProps {
  institutionId: number;
  isOfRole: boolean;
  choices: Choices;
  choose: (change: Partial<Choices>) => void;
}

/** A saved graph that its author can open, the answers to its questions, and a name. */
function GraphFields({ institutionId, isOfRole, choices, choose }: GraphFieldsProps) {
  const [graph, setGraph] = useState('');
  return (
    <>
      <SearchSelectField
        name="graph_id"
        label="Graph"
        placeholder={PLACEHOLDER_OPTION}
        help={
          isOfRole
            ? 'Members see it only if the graph is shared with them. Each sees their own figures.'
            : 'Design graphs under Reports.'
        }
        search={`/dashlets/graphs?institution_id=${institutionId}`}
        onChange={(choice) => {
          setGraph(choice?.label ?? '');
          choose({ graph_id: choice?.value ?? '' });
        }}
      />
      {isChosen(choices.graph_id) && (
        <Answers key={choices.graph_id} institutionId={institutionId} choose={choose} graphId={choices.graph_id} />
      )}
      <input type="hidden" name="answers" value={choices.answers} />
      <TextField
        name="name"
        label="Name"
        optional
        value={choices.name}
        maxLength={80}
        placeholder={graph}
        onChange={(event) => choose({ name: event.target.value })}
      />
    </>
  );
}

/** Fields for what the graph asks; an answer that is left open doesn’t narrow it. */
function Answers({
  institutionId,
  graphId,
  choose,
}: Pick<GraphFieldsProps, 'institutionId' | 'choose'> & { graphId: string }) {
  const { found, message } = useAskedGraph(institutionId, graphId);
  const [given, setGiven] = useState<Record<string, string[]>>({});
  useEffect(() => {
    if (!found || found.questions.length === 0) return;
    const answers = found.questions.map(({ place, values }) => [place, given[place] ?? values]);
    choose({ answers: JSON.stringify(Object.fromEntries(answers)) });
    // Only what is asked and answered changes the answers.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [found, given]);
  if (!found) return <p role="status">{message}</p>;
  return (
    <GraphAnswers
      institutionId={institutionId}
      asked={found}
      values={given}
      onAnswer={(place, values) => setGiven((before) => ({ ...before, [place]: values }))}
    />
  );
}
