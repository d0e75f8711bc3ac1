import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { mergePage } from './merges.pages.ts';
import { PersonLine } from './person-line.tsx';
import { textName, phoneText } from '#ui/format.ts';
import classes from './merge.module.css';
import type { MergePreviewField } from '#kernel/personal-data/merge-rule.ts';

/** Two records side by side: which values win, and what the merge does. */
export default function MergePage(props: PropsOf<typeof mergePage>) {
  const { path, kept, other, fields, moves, conflicts, sameCount, unseenCount } = props;
  const address = useAddress();
  const record = address.href(`${path}/${kept.id}`);
  return (
    <>
      <PageHeader
        title="Merge records"
        breadcrumbs={[
          { label: textName(kept), href: record },
          { label: 'Merge duplicate', href: address.href(`${path}/${kept.id}/merge`) },
          { label: 'Compare' },
        ]}
        action={
          <LinkButton href={address.href(`${path}/${other.id}/merge`, { with: String(kept.id) })}>
            Keep the other record
          </LinkButton>
        }
      />
      <EditForm
        key={kept.id}
        action={`${path}/${kept.id}/merge`}
        submit="Merge records"
        cancelHref={record}
        guard={false}
      >
        <input type="hidden" name="otherId" value={other.id} />
        <div className={classes.form}>
          <div className={classes.pair} data-tour="merge-pair">
            <Card title="Keep">
              <PersonLine person={kept} />
            </Card>
            <Card title="Merge into it">
              <PersonLine person={other} />
            </Card>
          </div>
          <Card title="Differences" tour="merge-fields" flush>
            {fields.map((field) => (
              <MergeField key={field.key} field={field} />
            ))}
            <p className={classes.found} style={{ padding: '10px 16px' }}>
              <Secondary>{notListed(fields.length, sameCount, unseenCount)}</Secondary>
            </p>
          </Card>
          <Card title="Effects" tour="merge-effects">
            <ul className={classes.effects}>
              {conflicts.map((line) => (
                <li key={line}>{line}</li>
              ))}
              {moves.length > 0 && <li>Moves to the kept record: {moves.join(', ')}.</li>}
              {other.number && (
                <li>
                  The number {other.number} stays reserved. A search for it finds {textName(kept)}.
                </li>
              )}
              <li>Nothing is deleted. For 30 days the records can be unmerged, which restores both.</li>
            </ul>
          </Card>
        </div>
      </EditForm>
    </>
  );
}

function notListed(differing: number, same: number, unseen: number): string {
  const fields = (count: number) => `${count} ${count === 1 ? 'field' : 'fields'}`;
  const lines = [
    differing === 0 && 'The records have no differences.',
    same > 0 && `${fields(same)} ${same === 1 ? 'is' : 'are'} the same.`,
    unseen > 0 &&
      `${fields(unseen)} that you can’t see ${unseen === 1 ? 'differs' : 'differ'}: the value of the kept record wins unless it is empty.`,
  ];
  return lines.filter(Boolean).join(' ');
}

/** One field in which the records differ: a choice between two values. */
function MergeField({ field }: { field: MergePreviewField }) {
  return (
    <fieldset className={classes.field} data-merge-field={field.key}>
      <legend>{field.label}</legend>
      {(['kept', 'other'] as const).map((side) => (
        <label key={side} className={classes.choice}>
          <input type="radio" name={`take.${field.key}`} value={side} defaultChecked={field.winner === side} />
          <span>
            <span className="visually-hidden">{side === 'kept' ? 'Kept record: ' : 'Other record: '}</span>
            <Value text={field[side]} photo={side === 'kept' ? field.keptPhoto : field.otherPhoto} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Value({ text, photo }: { text: string | null; photo?: string }) {
  if (text === null) return <span className="ink-3">Empty</span>;
  return photo ? <img src={photo} alt="As on this record" width={48} height={48} /> : phoneText(text);
}
