import { router } from '@inertiajs/core';
import { Card } from '#ui/records/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { RetiredValues, WordList } from './list-values.tsx';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import type { ListChoice } from './change-lists.ts';
import type { listEditor, ListEditorProps } from './lookups.routes.ts';
import { listLabels, listKeys } from './list-labels.ts';
import classes from './lists.module.css';
import { Link } from '#ui/link.tsx';
import { cx } from '#ui/cx.ts';
import { count } from '#ui/format.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { ListKey } from './lookups.schema.ts';

/** The lists of an institution, with the values of one. */
export default function ListEditorPage({ institution, list, sizes, words, counts }: PropsOf<typeof listEditor>) {
  const address = useAddress();
  const { title, about } = listLabels[list];
  const choice = { institutionId: institution.id, list };
  const offered = words.filter(({ isRetired }) => !isRetired);
  const retired = words.filter(({ isRetired }) => isRetired);
  return (
    <>
      <PageHeader title="Lists" description={`Choices in the forms and imports of ${institution.name}.`} />
      <div className={classes.editor}>
        <ListChooser list={list} sizes={sizes} hrefOf={(key) => address.here({ list: key })} />
        <div className={classes.content}>
          <Card flush title={title}>
            <p className={classes.about}>{about}</p>
            <AddWordForm key={list} {...choice} />
            <WordList {...choice} words={offered} counts={counts} />
          </Card>
          {retired.length > 0 && (
            <Card flush title="Archived">
              <p className={classes.about}>No longer offered, but kept on existing records.</p>
              <RetiredValues {...choice} words={retired} others={offered} counts={counts} />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

/** A form that is cleared after each added value. */
function AddWordForm({ institutionId, list }: ListChoice) {
  const { one } = listLabels[list];
  return (
    <PageForm
      action="/lists/add"
      method="post"
      guard={false}
      resetOnSuccess
      options={{ preserveScroll: true, preserveState: true }}
      className={classes.add}
      data-tour="new-word"
    >
      {({ errors, processing }) => (
        <FormErrors value={errors}>
          <input type="hidden" name="institutionId" value={institutionId} />
          <input type="hidden" name="list" value={list} />
          <TextField name="name" label={`New ${one}`} maxLength={80} autoComplete="off" />
          <Button type="submit" tone="primary" loading={processing}>
            Add {one}
          </Button>
        </FormErrors>
      )}
    </PageForm>
  );
}

interface ListChooserProps extends Pick<ListEditorProps, 'list' | 'sizes'> {
  hrefOf: (key: ListKey) => string;
}

/** Navigation between lists; on phones a select. */
function ListChooser({ list, sizes, hrefOf }: ListChooserProps) {
  return (
    <div className={classes.lists} data-tour="lists">
      <nav className={classes.chooser} aria-label="Lists">
        <ul>
          {listKeys.map((key) => (
            <li key={key}>
              <Link
                href={hrefOf(key)}
                preserveScroll
                aria-current={key === list ? 'page' : undefined}
                className={cx(key === list && classes.chosen)}
              >
                {listLabels[key].title}
                <span>{count(sizes[key])}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.select}>
        <SelectField
          name="list"
          label="List"
          placeholder={null}
          value={list}
          onChange={(event) => router.visit(hrefOf(event.target.value as ListKey))}
          options={listKeys.map((key) => ({ value: key, label: `${listLabels[key].title} (${count(sizes[key])})` }))}
        />
      </div>
    </div>
  );
}
