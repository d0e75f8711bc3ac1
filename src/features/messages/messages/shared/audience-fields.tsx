import { useState, useMemo } from 'react';
import { Button } from '#ui/button.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { MoneyField, toMinor } from '#ui/forms/money-field.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import type { AudienceOffer } from '../audience/choices.queries.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { Audience, AudienceRule } from '../audience/audience.ts';
import classes from './compose.module.css';
import { countOf } from '#ui/format.ts';
import { useAnswer } from '#web/client/use-answer.ts';
import type { PropsOf } from '#web/page.ts';
import type { Preview } from '../compose/compose-preview.ts';
import type { MessageChannel } from '../audience/audience-labels.ts';
import type { composePageOf } from '../messages.pages.ts';
import { isFilled, type TemplateValues } from '../whatsapp/filled-text.ts';

type Of = Audience['of'];

interface AudienceFieldsProps {
  offer: AudienceOffer;
  audience: Audience;
  /** Rules that were chosen elsewhere, in words; others can be chosen instead. */
  given: string | null;
  /** Of the choice between guardians, students and employees. */
  label?: string;
  onChange: (audience: Audience) => void;
}

/** Who receives it: by class, job or group; people who were ticked in a list come with the offer. */
export function AudienceFields({ offer, audience, given, label = 'Send to', onChange }: AudienceFieldsProps) {
  const [isGiven, setGiven] = useState(given !== null);
  const words = useTerms();
  const set = (of: Of, by: AudienceRule[]) => onChange({ of, by, without: [] });
  if (isGiven)
    return (
      <div className={classes.given}>
        <p>{given}</p>
        {audience.by.some(
          ({ kind, ...rule }) => kind === 'students' || ('people' in rule && rule.people === 'students'),
        ) && (
          <ChoiceField
            name="of"
            label={label}
            value={audience.of}
            options={[
              { value: 'guardians', label: 'Their guardians' },
              { value: 'students', label: 'The students themselves' },
            ]}
            onChange={(event) => set(event.target.value as Of, audience.by)}
          />
        )}
        <Button small onClick={() => (setGiven(false), set('guardians', []))}>
          Choose others
        </Button>
      </div>
    );
  const ofs: { value: Of; label: string }[] = [
    { value: 'guardians', label: 'Guardians of students' },
    { value: 'students', label: 'Students' },
    ...(offer.can.employees ? [{ value: 'employees' as const, label: 'Employees' }] : []),
    ...(offer.choices['group'] ? [{ value: 'groups' as const, label: 'Custom groups' }] : []),
  ];
  const kinds = kindsOf(audience.of, words);
  const put = (kind: AudienceRule['kind'], rule: AudienceRule | null) =>
    set(audience.of, [...audience.by.filter((one) => one.kind !== kind), ...(rule ? [rule] : [])]);
  const isOfStudents = audience.of === 'guardians' || audience.of === 'students';
  const isAll = audience.by.some(({ kind }) => kind === 'all');
  return (
    <div className={classes.fields}>
      <ChoiceField
        name="of"
        label={label}
        value={audience.of}
        options={ofs}
        onChange={(event) => set(event.target.value as Of, [])}
      />
      {audience.of !== 'groups' && (
        <CheckboxField
          name="all"
          label={
            offer.can.all
              ? `All ${audience.of === 'employees' ? 'employees' : 'current students'}`
              : 'All of my students'
          }
          checked={isAll}
          onChange={(event) => put('all', event.target.checked ? { kind: 'all' } : null)}
        />
      )}
      {!isAll && (
        <div className={classes.grid} key={audience.of}>
          {kinds.map(({ kind, label, takes }) =>
            offer.choices[kind] ? (
              <MultiSelectField
                key={kind}
                name={`${kind}[]`}
                label={label}
                optional
                options={offer.choices[kind]}
                defaultValue={chosenOf(audience, kind)}
                onChange={(values) =>
                  put(
                    kind,
                    values.length
                      ? ({ kind, [takes]: takes === 'ids' ? values.map(Number) : values } as AudienceRule)
                      : null,
                  )
                }
              />
            ) : null,
          )}
        </div>
      )}
      {!isAll && isOfStudents && <PlacesSum institutionId={offer.institutionId} by={audience.by} />}
      {offer.can.absent && isOfStudents && (
        <CheckboxField
          name="absent"
          label="Only students who are absent today"
          help="Marked absent without a reason in any register of the day on which the message is sent."
          checked={audience.by.some(({ kind }) => kind === 'absent')}
          onChange={(event) => put('absent', event.target.checked ? { kind: 'absent' } : null)}
        />
      )}
      {offer.can.debtors && isOfStudents && (
        <MoneyField
          name="debtors"
          label="Only students who owe more than"
          optional
          currency={offer.currency}
          defaultValue={audience.by.flatMap((rule) => (rule.kind === 'debtors' ? [rule.above] : []))[0]}
          onBlur={(event) => {
            const above = toMinor(event.target.value);
            put('debtors', above === null ? null : { kind: 'debtors', above });
          }}
        />
      )}
    </div>
  );
}

const chosenOf = ({ by }: Audience, kind: string): string[] =>
  by.flatMap((rule) =>
    rule.kind === kind ? ('ids' in rule ? rule.ids.map(String) : 'names' in rule ? rule.names : []) : [],
  );

const places: readonly AudienceRule['kind'][] = ['batch', 'class', 'program', 'session'];

/** Says that places add to each other, and how many students they choose together. */
function PlacesSum({ institutionId, by }: { institutionId: number; by: AudienceRule[] }) {
  const words = useTerms();
  const chosen = by.filter(({ kind }) => places.includes(kind));
  const { people, problem } = useSize(institutionId, { of: 'students', by: chosen.length > 1 ? chosen : [] });
  return (
    <p className="fine ink-2" role="status">
      {words.batch}, {words.class.toLowerCase()}, programme and session add up: students in any of them are chosen
      {people === null ? '.' : `, ${countOf(people, 'student')} in all.`} {problem}
    </p>
  );
}

/** Whether rules can’t be shown as fields: people who were ticked in a list. */
export const isHandPicked = ({ by }: Pick<Audience, 'by'>): boolean =>
  by.some(({ kind }) => ['students', 'guardians', 'employees', 'list'].includes(kind));

interface Kind {
  kind: 'batch' | 'class' | 'program' | 'session' | 'department' | 'job_title' | 'group';
  label: string;
  takes: 'ids' | 'names';
}

/** The fields of places for each kind of recipient. */
const kindsOf = (of: Audience['of'], words: { batch: string; class: string }): Kind[] =>
  of === 'employees'
    ? [
        { kind: 'department', label: 'Department', takes: 'names' },
        { kind: 'job_title', label: 'Job title', takes: 'names' },
      ]
    : of === 'groups'
      ? [{ kind: 'group', label: 'Groups', takes: 'ids' }]
      : [
          { kind: 'batch', label: words.batch, takes: 'ids' },
          { kind: 'class', label: words.class, takes: 'ids' },
          { kind: 'program', label: 'Programme', takes: 'ids' },
          { kind: 'session', label: 'Enrolled in the session', takes: 'ids' },
        ];

export interface MessageDraft {
  institution_id: number;
  channel: MessageChannel;
  purpose: 'service' | 'marketing';
  subject: string;
  body: string;
  audience: Audience;
  /** Of WhatsApp; null for free text. */
  template: TemplateValues | null;
}

/** A saved draft: another tab may save it meanwhile. */
export interface DraftState {
  id: number;
  version: string;
}

/** What is written so far, and what it would be: asked again once the user stops for a moment. */
export function useCompose(page: PropsOf<typeof composePageOf>) {
  const [written, setWritten] = useState<MessageDraft>({
    institution_id: page.institutionId,
    channel: page.draft?.channel ?? 'sms',
    purpose: page.draft?.purpose ?? 'service',
    subject: page.draft?.subject ?? page.template?.subject ?? '',
    body: page.draft?.body ?? page.template?.body ?? '',
    audience: page.audience ?? { of: 'guardians', by: [], without: [] },
    template: page.draft?.template ?? null,
  });
  const hasRules = written.audience.by.length > 0;
  const question = useMemo(() => (hasRules ? forQuestion(written) : null), [written, hasRules]);
  const { answer: preview, errors, message } = useAnswer<Preview>('/messages/preview', question, { pause: 400 });
  const isUnnamed = message && Object.keys(errors).length === 0;
  const change = (values: Partial<MessageDraft>) => setWritten((before) => ({ ...before, ...values }));
  return {
    written,
    change,
    askAgain: () => setWritten((before) => ({ ...before })),
    preview,
    errors: isUnnamed ? { form: message } : errors,
  };
}

/** A template that is not filled in yet reaches the same people as a filled one. */
export const forQuestion = <Part extends Pick<MessageDraft, 'template'>>(written: Part): Part =>
  written.template && !isFilled(written.template)
    ? { ...written, template: { name: 'unfinished', language: 'en', text: '…', values: [] } }
    : written;

/** As a request carries it. */
export const asData = (written: object) => written as Record<string, never>;

const inBraces = /\{[^{}\n]{1,60}\}/g;
/** Who is reached depends on the fields of a text, not on its words. */
export const fieldsOnly = (body: string) => (body.match(inBraces) ?? []).join('');

interface Size {
  /** Null until it is counted. */
  people: number | null;
  problem: string;
}

/** How many people rules choose, counted once the user stops for a moment; nothing is asked without rules. */
export function useSize(institutionId: number, { of, by }: Pick<Audience, 'of' | 'by'>): Size {
  const question = by.length > 0 ? { institution_id: institutionId, audience: JSON.stringify({ of, by }) } : null;
  const { answer, busy, message } = useAnswer<{ people: number }>(
    '/messages/groups/size',
    question && JSON.stringify(question),
    { pause: 300 },
  );
  return busy ? { people: null, problem: '' } : { people: answer?.people ?? null, problem: message };
}
