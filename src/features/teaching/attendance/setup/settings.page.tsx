import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import { OwnCodes } from './own-codes.tsx';
import { RulesForm } from './rules-form.tsx';
import classes from '../shared/settings.module.css';
import type { settingsPage } from './setup.pages.ts';

/** How an institution takes its registers. */
export default function SettingsPage(props: PropsOf<typeof settingsPage>) {
  const { institutionId, institutions, codes } = props;
  return (
    <>
      <PageHeader
        title="Attendance settings"
        description="How registers are taken, when guardians are told, and your own codes."
      />
      <div key={institutionId} className={classes.page}>
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        <Card title="Registers and alerts" tour="attendance-rules">
          <RulesForm {...props} />
        </Card>
        <Card title="Your own codes" tour="attendance-codes">
          <OwnCodes institutionId={institutionId} codes={codes} />
        </Card>
      </div>
    </>
  );
}
