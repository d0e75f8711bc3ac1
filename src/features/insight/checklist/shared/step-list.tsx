import { LinkButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { count } from '#ui/format.ts';
import { IconCircleCheck } from '#ui/icons.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Terms } from '#web/shell.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { Step, StepKey } from '../set-up.card.ts';
import classes from './step-list.module.css';

/** The steps of setting up an institution with their states; the button of the next one stands out. */
export function StepList({ institutionId, steps }: { institutionId: number; steps: Step[] }) {
  const { href } = useAddress();
  const words = useTerms(institutionId);
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <ol className={classes.steps} data-tour="set-up-steps">
      {steps.map((step) => {
        const { title, action, more } = wordsOf(step.key, words);
        // One page adds what the first steps need.
        const label = step.isDone ? more : step.href === '/structure/templates' ? 'Use a template' : action;
        const notes = [step.count ? count(step.count) : null, step.note].filter(Boolean);
        return (
          <li key={step.key} className={cx(step.isDone && classes.done)}>
            {step.isDone ? <IconCircleCheck size={18} aria-hidden /> : <span className={classes.open} aria-hidden />}
            <span>
              {title}
              <span className="visually-hidden">{step.isDone ? ': done' : ': not done'}</span>
              {notes.length > 0 && <small>{notes.join(' · ')}</small>}
            </span>
            <LinkButton
              small
              tone={step === next ? 'primary' : step.isDone ? 'plain' : 'quiet'}
              href={href(step.href, { institution_id: institutionId })}
              aria-label={`${label}: ${title}`}
            >
              {label}
            </LinkButton>
          </li>
        );
      })}
    </ol>
  );
}

const wordsOf = (key: StepKey, words: Terms): { title: string; action: string; more: string } =>
  ({
    terms: { title: 'Session and terms', action: 'Add terms', more: 'View' },
    classes: { title: `Programmes and ${words.classes.toLowerCase()}`, action: 'Use a template', more: 'View' },
    arms: { title: words.batches, action: `Add ${words.batches.toLowerCase()}`, more: 'View' },
    courses: {
      title: `${words.courses} of every ${words.batch.toLowerCase()}`,
      action: `Choose ${words.courses.toLowerCase()}`,
      more: 'View',
    },
    students: { title: 'Students', action: 'Import from a file', more: 'Import more' },
    guardians: { title: 'Guardians', action: 'Import from a file', more: 'Import more' },
    employees: { title: 'Employees', action: 'Import from a file', more: 'Import more' },
    colleagues: { title: 'Colleagues with an account', action: 'Invite colleagues', more: 'Invite others' },
    teachers: {
      title: `Teachers of all ${words.courses.toLowerCase()}`,
      action: 'Assign teachers',
      more: 'View',
    },
    grading: { title: 'Grading', action: 'Set up grading', more: 'View' },
    fees: { title: 'Fees of this session', action: 'Add a fee', more: 'View' },
    messages: { title: 'SMS and e-mail', action: 'Add a provider', more: 'View' },
    logo: { title: 'Logo', action: 'Add the logo', more: 'Change' },
    site: { title: 'Public site', action: 'Edit and publish', more: 'View' },
    backup: { title: 'Backup', action: 'View backups', more: 'View' },
  })[key];
