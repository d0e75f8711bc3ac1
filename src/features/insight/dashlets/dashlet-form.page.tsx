import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { CUSTOM_DASHLET } from '#ui/plain/constants.ts';
import type { PropsOf } from '#web/page.ts';
import { SAVED_GRAPH, sizes } from './dashlets.ts';
import type { dashletFormPage } from './dashlets.pages.ts';
import { CustomFields } from './custom-fields.tsx';
import { GraphFields } from './graph-fields.tsx';
import { DashletPreview } from './dashlet-preview.tsx';
import { isComplete, useChoices } from './use-choices.ts';
import classes from './dashlet-form.module.css';

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
      <PageHeader
        title="Add dashlet"
        breadcrumbs={[{ label: role ? `Dashlets of ${role.name}` : 'Home', href: list }]}
      />
      <div className={classes.columns}>
        <EditForm action="/dashlets" submit="Add dashlet" cancelHref={list}>
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
          <SelectField
            name="size"
            label="Size"
            placeholder={null}
            value={size ?? ready?.size ?? (choices.kind === SAVED_GRAPH ? 'wide' : 'small')}
            onChange={(event) => setSize(event.target.value as keyof typeof sizes)}
            options={Object.entries(sizes).map(([value, label]) => ({ value, label }))}
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
