import { Card } from '#ui/records/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { secondFactorPage } from './accounts.pages.ts';
import { AppSetUp } from './app-set-up.tsx';
import classes from './own-account.module.css';

export default function SecondFactorPage({ secret }: PropsOf<typeof secondFactorPage>) {
  return (
    <div className={classes.narrow}>
      <PageHeader title="Set up two-step verification" breadcrumbs={[{ label: 'Your account', href: '/account' }]} />
      <Card>
        <AppSetUp secret={secret} action="/account/second-factor/confirm" submit="Turn on" next="/account" />
      </Card>
    </div>
  );
}
