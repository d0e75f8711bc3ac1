import { Link } from '#ui/link.tsx';
import { router } from '@inertiajs/core';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { countOf } from '#ui/format.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost } from '#ui/post.ts';
import { RecordLayout } from '#ui/records/record-layout.tsx';
import { EmptyState } from '#ui/states.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import type { PropsOf } from '#web/page.ts';
import { PictureUpload } from '../shared/picture-upload.tsx';
import { Thumb } from '../shared/thumb.tsx';
import type { PictureRow } from './pictures.queries.ts';
import type { pictureListPage } from '../site.pages.ts';
import classes from '../shared/site.module.css';
import { useInstitutionName } from '#web/client/use-institution-column.tsx';

/** The picture library for slides, posts and testimonials. */
export default function PictureListPage({ rows, next, institutionId, institutions }: PropsOf<typeof pictureListPage>) {
  const list = useMoreRows({ rows, next });
  const institutionOf = useInstitutionName();
  return (
    <>
      <PageHeader title="Pictures" />
      <RecordLayout aside={<Upload institutionId={institutionId} institutions={institutions} />}>
        {list.rows.length === 0 ? (
          <EmptyState title="No pictures yet">
            Slides, posts and testimonials use pictures from this library. Upload the first one, such as your gate, a
            lesson or the last sports day.
          </EmptyState>
        ) : (
          <ul className={classes.library} aria-label="Pictures" data-tour="pictures">
            {list.rows.map((row) => (
              <Picture key={row.id} row={row} institution={institutionOf?.(row.institutionId)} />
            ))}
          </ul>
        )}
        {list.more && (
          <div>
            <Button onClick={list.more} loading={list.loading}>
              Load more
            </Button>
          </div>
        )}
      </RecordLayout>
    </>
  );
}

function Upload({
  institutionId,
  institutions,
}: Pick<PropsOf<typeof pictureListPage>, 'institutionId' | 'institutions'>) {
  const added = () => {
    toast({ tone: 'good', message: 'The picture was added.' });
    router.reload();
  };
  return (
    <Card title="Upload">
      <div className={classes.upload}>
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        <PictureUpload institutionId={institutionId} onAdded={added} />
      </div>
    </Card>
  );
}

function Picture({ row, institution }: { row: PictureRow; institution?: string }) {
  const address = useAddress();
  const edit = address.href(`/site/pictures/${row.id}/edit`);
  const remove = () =>
    askThenPost(`/site/pictures/${row.id}/delete`, {
      title: `Delete ${row.name}?`,
      body: 'The picture and its files are deleted. This can’t be undone.',
      action: 'Delete picture',
      tone: 'bad',
    });
  return (
    <li>
      <Thumb isSilent picture={row} />
      <div className={classes.caption}>
        <div>
          <Link href={edit}>{row.name}</Link>
          <p>{row.alt}</p>
          <p>
            {row.uses ? `Used ${row.uses === 1 ? 'once' : countOf(row.uses, 'time')}` : 'Not used'}
            {institution && ` · ${institution}`}
          </p>
        </div>
        <Menu
          label={`Actions for ${row.name}`}
          items={[
            { label: 'Edit', href: edit },
            { label: 'Delete…', tone: 'bad', onSelect: () => void remove() },
          ]}
        />
      </div>
    </li>
  );
}
