import { Link } from '#ui/link.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { UnfinishedItem } from './close-session.ts';
import type { sessionClose } from '../structure.pages.ts';

/** Closes a session after naming what is unfinished in it. */
export default function SessionClosePage({ session, unfinished, next }: PropsOf<typeof sessionClose>) {
  const { href } = useAddress();
  const words = useTerms(session.institutionId);
  const back = href('/academic-sessions');
  const why = session.closedAt
    ? `${session.name} is already closed.`
    : session.isCurrent && `${session.name} is the current session. Make another session current first.`;
  return (
    <>
      <PageHeader
        title={`Close ${session.name}`}
        breadcrumbs={[{ label: 'Academic sessions', href: back }]}
        description={
          why ||
          `Everything in ${session.name} becomes read-only: terms, ${words.batches.toLowerCase()}, registers, marks, results, fees, timetables and promotion. Published results can still be corrected with approval. You can reopen the session; the audit log keeps both.`
        }
      />
      {next && (
        <p className="ink-2">
          <Link href={next.href}>{next.name ? `Make ${next.name} current` : 'Add the next session'}</Link>
        </p>
      )}
      {!why && (
        <EditForm action={`/academic-sessions/${session.id}/close`} submit="Close session" cancelHref={back}>
          {unfinished.length === 0 ? (
            <p className="ink-2">Nothing in this session is unfinished.</p>
          ) : (
            <FormSection title="Unfinished" description="Finish this first, or enter a reason for closing it anyway.">
              {unfinished.map((one) => (
                <Reason key={one.kind} unfinished={one} />
              ))}
            </FormSection>
          )}
        </EditForm>
      )}
    </>
  );
}

function Reason({ unfinished: { kind, what, examples, more, href } }: { unfinished: UnfinishedItem }) {
  const named = more > 0 ? `${examples.join('; ')} and ${count(more)} more` : examples.join('; ');
  return (
    <div>
      <p className="ink-2">
        {href ? <Link href={href}>{what}</Link> : what}: {named}.
      </p>
      <TextareaField name={`reasons.${kind}`} label={`Reason for closing with ${what}`} rows={2} maxLength={300} />
    </div>
  );
}
