import { withArticle } from '#kernel/contracts/terminology.ts';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { InstitutionPageProps } from './institutions.queries.ts';
import type { BatchFigure } from './named-batches.ts';

type SessionStatsProps = Pick<InstitutionPageProps, 'institution' | 'words' | 'can'> & {
  session: NonNullable<InstitutionPageProps['session']>;
  figures: NonNullable<InstitutionPageProps['figures']>;
  batches: BatchFigure[];
};

/** The session's figures, linked to their lists. */
export function SessionStats({ institution, words, session, figures, batches, can }: SessionStatsProps) {
  const address = useAddress();
  const to = (path: string, params: Record<string, string | number | null>) =>
    address.href(path, { institution_id: institution.id, academic_session: session.id, ...params });
  const capacity = batches.reduce((sum, batch) => sum + batch.capacity, 0);
  const seated = batches.reduce((sum, batch) => sum + (batch.students?.total ?? 0), 0);
  const open = batches.filter((batch) => !batch.isClosed).length;
  return (
    <Stats>
      {figures.enrolled !== null && (
        <Stat
          label="Students enrolled"
          value={figures.enrolled}
          hint={`${count(seated)} in ${withArticle(words.batch.toLowerCase())}, ${count(capacity)} seats`}
          href={to('/students', {})}
        />
      )}
      {figures.unassigned !== null && (
        <Stat
          label={`Active without ${words.batch.toLowerCase()}`}
          value={figures.unassigned}
          hint="In all sessions"
          href={to(can.assignBatch ? '/students/batch-assignment' : '/students', {
            batch: 'none',
            status: 'active',
            academic_session: null,
          })}
        />
      )}
      <Stat
        label={words.batches}
        value={batches.length}
        hint={
          session.isClosed
            ? 'Closed with the session'
            : batches.length === 0
              ? 'None yet'
              : open === batches.length
                ? 'All open'
                : `${open} open`
        }
        href={to('/batches', {})}
      />
      <Stat label={`${words.courses} offered`} value={figures.courses} href={to('/courses', { offered: 'yes' })} />
      <Stat label="Teachers" value={figures.teachers} hint="With a class or subject" />
    </Stats>
  );
}
