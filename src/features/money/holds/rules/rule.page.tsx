import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { LoadingState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { countedAmounts, withheldText } from '../holds.ts';
import type { rulePage } from '../holds.pages.ts';
import { PreviewTable, previewText } from './preview-table.tsx';
import { conditionText, placesText } from './rule-text.ts';
import classes from '../shared/holds.module.css';

/** A hold rule: what it withholds, whom it holds, and its switch. */
export default function RulePage({ rule, currency, preview, can }: PropsOf<typeof rulePage>) {
  const { href } = useAddress();
  const { id, name, isOn, withholds } = rule;
  const switchOn = async () => {
    if (!preview) return;
    const isSure = await confirm({
      title: `Switch ${name} on?`,
      body: `${withheldText(withholds)}: withheld from ${countOf(preview.held, 'student')} from now on, until they pay.`,
      action: 'Switch on',
      tone: 'primary',
    });
    if (isSure) post(`/hold-rules/${id}/switch-on`, { seen: String(preview.held) });
  };
  const switchOff = () =>
    askThenPost(`/hold-rules/${id}/switch-off`, {
      title: `Switch ${name} off?`,
      body: 'It no longer withholds anything. You can switch it on again.',
      action: 'Switch off',
    });
  const deletion = () =>
    askThenPost(`/hold-rules/${id}/delete`, {
      title: `Delete ${name}?`,
      body: 'The rule is off and withholds nothing. Its history stays in the audit log.',
      action: 'Delete rule',
      tone: 'bad',
    });
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={[
          { label: 'Holds', href: href('/holds') },
          { label: 'Rules', href: href('/hold-rules') },
        ]}
        badge={isOn ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
        action={
          can.edit &&
          (isOn ? (
            <LinkButton href={href(`/hold-rules/${id}/edit`)}>Edit rule</LinkButton>
          ) : (
            <Button tone="primary" disabled={!preview} onClick={() => void switchOn()}>
              Switch on
            </Button>
          ))
        }
        more={
          can.edit
            ? isOn
              ? [{ label: 'Switch off', onSelect: () => void switchOff() }]
              : [
                  { label: 'Edit rule', href: href(`/hold-rules/${id}/edit`) },
                  { label: 'Delete rule', tone: 'bad', onSelect: () => void deletion() },
                ]
            : []
        }
      />
      <div className={classes.stack}>
        <Card title="Details">
          <DescriptionList
            items={[
              ['Withholds', withheldText(withholds)],
              ['From students', conditionText(rule, currency)],
              ...(rule.above === null ? [] : [['Amount of', countedAmounts[rule.counts]] as [string, string]]),
              ['Students', placesText(rule)],
            ]}
          />
        </Card>
        <Card title={isOn ? 'Held today' : 'Preview'} flush={Boolean(preview?.held)}>
          {preview ? (
            <>
              <p className={classes.figures} role="status">
                <strong>{previewText(preview, currency, isOn)}</strong>
                {!isOn && 'It holds nobody until you switch it on.'}
              </p>
              <PreviewTable preview={preview} currency={currency} isChange={false} />
            </>
          ) : (
            <LoadingState />
          )}
        </Card>
      </div>
    </>
  );
}
