import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EditForm } from '#ui/edit-form.tsx';
import { textName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { mergePage } from '../merges.pages.ts';
import { MergeField } from '../parts/merge-field.tsx';
import { PersonLine } from '../parts/person-line.tsx';
import classes from '../parts/merge.module.css';

/** Two records side by side: which value wins, what moves, what is decided how. */
export default function MergePage(props: PropsOf<typeof mergePage>) {
  const { path, kept, other, fields, moves, conflicts, sameCount, unseenCount } = props;
  const address = useAddress();
  const record = address.href(`${path}/${kept.id}`);
  return (
    <>
      <PageHeader
        title="Make one record of two"
        breadcrumbs={[
          { label: textName(kept), href: record },
          { label: 'Here twice', href: address.href(`${path}/${kept.id}/merge`) },
          { label: 'Compare' },
        ]}
        action={
          <LinkButton href={address.href(`${path}/${other.id}/merge`, { with: String(kept.id) })}>
            Keep the other one
          </LinkButton>
        }
      />
      <EditForm
        key={kept.id}
        action={`${path}/${kept.id}/merge`}
        submit="Make one record"
        cancelHref={record}
        guard={false}
      >
        <input type="hidden" name="otherId" value={other.id} />
        <div className={classes.form}>
          <div className={classes.pair} data-tour="merge-pair">
            <Card title="Stays">
              <PersonLine person={kept} />
            </Card>
            <Card title="Becomes part of it">
              <PersonLine person={other} />
            </Card>
          </div>
          <Card title="Where they differ" tour="merge-fields" flush>
            {fields.map((field) => (
              <MergeField key={field.key} field={field} />
            ))}
            <p className={classes.found} style={{ padding: '10px 16px' }}>
              <Secondary>{notListed(fields.length, sameCount, unseenCount)}</Secondary>
            </p>
          </Card>
          <Card title="What will happen" tour="merge-effects">
            <ul className={classes.effects}>
              {conflicts.map((line) => (
                <li key={line}>{line}</li>
              ))}
              {moves.length > 0 && <li>Moves over: {moves.join(', ')}.</li>}
              {other.number && (
                <li>
                  The number {other.number} stays reserved; who searches for it finds {textName(kept)}.
                </li>
              )}
              <li>Nothing is deleted. For 30 days this can be taken back, and both records are as they were.</li>
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
    differing === 0 && 'They differ in nothing.',
    same > 0 && `${fields(same)} ${same === 1 ? 'is' : 'are'} the same.`,
    unseen > 0 &&
      `${fields(unseen)} you may not see ${unseen === 1 ? 'differs' : 'differ'}: the record that stays wins, unless it says nothing.`,
  ];
  return lines.filter(Boolean).join(' ');
}
