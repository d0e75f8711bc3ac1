import { Avatar } from '#ui/avatar.tsx';
import { dateText, listName } from '#ui/format.ts';
import { RecordSummary } from '#ui/records/record-summary.tsx';
import type { ApplicationProps } from './show-application.ts';
import { ApplicationBadge } from './state-badge.tsx';

/** Who applies, for what, and whom to call, at the head of the review. */
export function ApplicationSummary({ application }: Pick<ApplicationProps, 'application'>) {
  const { number, class: level, program, session, status, submittedAt, phone, email } = application;
  return (
    <RecordSummary
      photo={<Avatar shape="portrait" name={listName(application)} size={56} />}
      badge={<ApplicationBadge state={status} />}
      facts={[number, `${[level, program].filter(Boolean).join(', ')}, ${session}`, `Sent ${dateText(submittedAt)}`]}
      contacts={[{ phone }, { email }]}
    />
  );
}
