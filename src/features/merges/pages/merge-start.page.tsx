import { Form } from '@inertiajs/react';
import { Button, LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/fields.tsx';
import { textName } from '#ui/format.ts';
import { ListEnd } from '#ui/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { mergeStart } from '../merges.pages.ts';
import { PersonLine } from '../parts/person-line.tsx';
import classes from '../parts/merge.module.css';

/** Whose second record is it? Those who are alike are named; others are found. */
export default function MergeStartPage({ entity, path, kept, q, found, isMore }: PropsOf<typeof mergeStart>) {
  const address = useAddress();
  const here = `${path}/${kept.id}/merge`;
  return (
    <>
      <PageHeader
        title={`${textName(kept)} is here twice`}
        breadcrumbs={[
          { label: `${path.charAt(1).toUpperCase()}${path.slice(2)}`, href: address.href(path) },
          { label: textName(kept), href: address.href(`${path}/${kept.id}`) },
          { label: 'Here twice' },
        ]}
        description="Choose the other record of the same person. You see what will happen before anything does."
      />
      <Form action={here} method="get" className={classes.search}>
        <TextField name="q" label="Name, number or phone" type="search" optional defaultValue={q} maxLength={100} />
        <Button type="submit">Search</Button>
      </Form>
      {found.length === 0 ? (
        <EmptyState title={q ? `Nobody else matches “${q}”` : 'Nobody is alike'}>
          {q
            ? 'Try a part of the surname, or the number.'
            : 'Nobody else has this name, birth date or phone. Search for the other record.'}
        </EmptyState>
      ) : (
        <Card title={q ? 'Found' : `Alike: same name, birth date or phone`} flush>
          <ul className={classes.found} data-found={entity}>
            {found.map((one) => (
              <li key={one.id}>
                <PersonLine person={one} />
                <LinkButton href={address.href(here, { with: String(one.id) })}>
                  Compare<span className="visually-hidden"> with {textName(one)}</span>
                </LinkButton>
              </li>
            ))}
          </ul>
          <ListEnd
            isMore={isMore}
            shown={found.length}
            next="Search for more of the name, or for the number, to find the others."
          />
        </Card>
      )}
    </>
  );
}
