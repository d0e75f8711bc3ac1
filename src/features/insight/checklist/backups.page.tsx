import { Badge } from '#ui/badge.tsx';
import { dateText } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { backupsPage } from './checklist.routes.ts';

/** When the installation was last backed up, and the commands for it. */
export default function BackupsPage({ backups }: PropsOf<typeof backupsPage>) {
  return (
    <>
      <PageHeader title="Backups" description="Backups of the whole installation: its database and uploads." />
      <div className="stack">
        <Card title="Latest backup">
          {backups ? (
            <DescriptionList
              items={[
                [
                  'Made',
                  backups.latest ? (
                    <>
                      {dateText(backups.latest.day)}, {backups.latest.age} ago{' '}
                      {backups.latest.isLate && <Badge tone="bad">Older than a day</Badge>}
                    </>
                  ) : (
                    'None yet'
                  ),
                ],
                ['Failed since the server started', String(backups.failures)],
              ]}
            />
          ) : (
            <p>This server makes no backups.</p>
          )}
        </Card>
        <Card title="On the server">
          <div className="stack">
            <p>
              A backup is made every night, unless it was turned off. Run these commands in Akada’s folder on the
              server. Akada can keep running:
            </p>
            <DescriptionList
              items={[
                ['Back up now', <code key="now">npm run akada -- backup</code>],
                ['Check that a backup is complete', <code key="verify">npm run akada -- verify &lt;file&gt;</code>],
                ['Restore', <code key="restore">npm run akada -- restore &lt;file&gt;</code>],
              ]}
            />
            <p>Keep a copy on another machine: a backup on the same disk is lost if the disk fails.</p>
          </div>
        </Card>
      </div>
    </>
  );
}
