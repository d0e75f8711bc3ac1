import { Card } from '#ui/records/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { listWords } from './list-words.ts';
import type { listEditor } from './lookups.pages.ts';
import { AddWordForm } from './add-word-form.tsx';
import { ListChooser } from './list-chooser.tsx';
import { RetiredWords, WordList } from './word-list.tsx';
import classes from './lists.module.css';

/** The lists of an institution, with the values of one. */
export default function ListEditorPage({ institution, list, sizes, words, counts }: PropsOf<typeof listEditor>) {
  const address = useAddress();
  const { title, about } = listWords[list];
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
              <RetiredWords {...choice} words={retired} others={offered} counts={counts} />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}
