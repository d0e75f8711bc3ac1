import { Link } from '#ui/link.tsx';
import { router } from '@inertiajs/core';
import { cx } from '#ui/cx.ts';
import { count } from '#ui/format.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { listKeys, listWords } from './list-words.ts';
import type { ListEditorProps } from './lookups.pages.ts';
import type { ListKey } from './lookups.schema.ts';
import classes from './lists.module.css';

interface ListChooserProps extends Pick<ListEditorProps, 'list' | 'sizes'> {
  hrefOf: (key: ListKey) => string;
}

/** Navigation between lists; on phones a select. */
export function ListChooser({ list, sizes, hrefOf }: ListChooserProps) {
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
                {listWords[key].title}
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
          options={listKeys.map((key) => ({ value: key, label: `${listWords[key].title} (${count(sizes[key])})` }))}
        />
      </div>
    </div>
  );
}
