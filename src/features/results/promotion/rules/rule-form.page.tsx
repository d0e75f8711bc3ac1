import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import { ConditionFields } from './condition-fields.tsx';
import type { ruleFormPage } from '../promotion.pages.ts';
import { rulePresets } from './presets.ts';

/** The promotion rule of a class, or of all classes without one of their own. */
export default function RuleFormPage(props: PropsOf<typeof ruleFormPage>) {
  const { institutionId, ruledClass, version, content: saved, courses } = props;
  const { href } = useAddress();
  const words = useWords(institutionId);
  const [content, setContent] = useState(saved);
  const [preset, setPreset] = useState('');
  const [hasTrial, setTrial] = useState(Boolean(saved?.onTrial));
  const choose = (key: string) => {
    const chosen = rulePresets.find((one) => one.key === key)?.content(courses) ?? saved;
    setPreset(key);
    setContent(chosen);
    setTrial(Boolean(chosen?.onTrial));
  };
  const home = href('/promotion/rules');
  return (
    <>
      <PageHeader
        title={ruledClass ? `Rule of ${ruledClass.name}` : `Rule of all ${words.classes.toLowerCase()}`}
        breadcrumbs={[
          { label: 'Promotion', href: href('/promotion') },
          { label: 'Rules', href: home },
        ]}
        more={[
          Boolean(ruledClass && version > 0) && {
            label: 'Remove this rule',
            tone: 'bad',
            onSelect: () =>
              void askThenPost(
                '/promotion/rules/remove',
                {
                  title: `Remove the rule of ${ruledClass!.name}?`,
                  body: 'The rule of all classes holds then. Approved decisions stay.',
                  action: 'Remove rule',
                  tone: 'bad',
                },
                { institutionId: String(institutionId), classId: String(ruledClass!.id), version: String(version) },
              ),
          },
        ]}
      />
      <EditForm action="/promotion/rules" submit="Save rule" cancelHref={home}>
        <input type="hidden" name="institutionId" value={institutionId} />
        <input type="hidden" name="classId" value={ruledClass?.id ?? ''} />
        <input type="hidden" name="version" value={version} />
        <SelectField
          name="preset"
          label="Begin with"
          optional
          placeholder="As it is"
          value={preset}
          onChange={(event) => choose(event.target.value)}
          options={rulePresets.map(({ key, name }) => ({ value: key, label: name }))}
        />
        <div key={preset} style={{ display: 'grid', gap: 16 }}>
          <ConditionFields
            of=""
            title="Promoted"
            description="Students must meet all of them. Empty fields are ignored."
            conditions={content?.promote ?? null}
            courses={courses}
          />
          <CheckboxField
            name="hasTrial"
            label="Others can be promoted on trial"
            checked={hasTrial}
            onChange={(event) => setTrial(event.target.checked)}
          />
          {hasTrial && (
            <ConditionFields
              of="trial"
              title="On trial"
              description="Enough for the next class, though not for a promotion in full."
              conditions={content?.onTrial ?? null}
              courses={courses}
            />
          )}
        </div>
      </EditForm>
    </>
  );
}
