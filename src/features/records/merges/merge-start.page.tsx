import { Form } from '#ui/forms/form.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { textName } from '#ui/format.ts';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { mergeStart } from './merges.pages.ts';
import { PersonLine } from './person-line.tsx';
import classes from './merge.module.css';

/** Chooses the duplicate: possible ones are listed, others are searched for. */
export default function MergeStartPage({ entity, path, kept, q, found, isMore }: PropsOf<typeof mergeStart>) {
  const address = useAddress();
  const here = `${path}/${kept.id}/merge`;
  return (
    <>
      <PageHeader
        title={`Merge duplicate: ${textName(kept)}`}
        breadcrumbs={[
          { label: `${path.charAt(1).toUpperCase()}${path.slice(2)}`, href: address.href(path) },
          { label: textName(kept), href: address.href(`${path}/${kept.id}`) },
          { label: 'Merge duplicate' },
        ]}
        description="Choose the other record of the same person. You can review the merge before it happens."
      />
      <Form action={here} method="get" className={classes.search}>
        <TextField name="q" label="Name, number or phone" type="search" optional defaultValue={q} maxLength={100} />
        <Button type="submit">Search</Button>
      </Form>
      {found.length === 0 ? (
        <EmptyState title={q ? `No results for “${q}”` : 'No possible duplicates'}>
          {q
            ? 'Try part of the surname, or the number.'
            : 'No other record has this name, date of birth or phone. Search for the other record.'}
        </EmptyState>
      ) : (
        <Card title={q ? 'Results' : 'Possible duplicates: same name, date of birth or phone'} flush>
          <ul className={classes.found} data-found={entity}>
            {found.map((person) => (
              <li key={person.id}>
                <PersonLine person={person} />
                <LinkButton href={address.href(here, { with: String(person.id) })}>
                  Compare<span className="visually-hidden"> with {textName(person)}</span>
                </LinkButton>
              </li>
            ))}
          </ul>
          <ListEnd isMore={isMore} shown={found.length} next="Enter more of the name, or the number, to find others." />
        </Card>
      )}
    </>
  );
}
