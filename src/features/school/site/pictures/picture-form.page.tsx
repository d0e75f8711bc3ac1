import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { pictureAddress } from './picture-address.ts';
import type { pictureForm } from '../site.pages.ts';
import classes from '../shared/site.module.css';

/** The name and description of a picture. */
export default function PictureFormPage({ picture, opened }: PropsOf<typeof pictureForm>) {
  const address = useAddress();
  const back = address.href('/site/pictures');
  return (
    <>
      <PageHeader title={picture.name} breadcrumbs={[{ label: 'Pictures', href: back }]} />
      <img
        className={classes.large}
        src={pictureAddress(picture, 960)}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
      />
      <EditForm action={`/site/pictures/${picture.id}`} opened={opened} submit="Save picture" cancelHref={back}>
        <FormSection>
          <TextField
            name="name"
            label="Name"
            defaultValue={picture.name}
            maxLength={200}
            help="Shown to editors only."
          />
          <TextField
            name="alt"
            label="Description"
            defaultValue={picture.alt}
            maxLength={300}
            help="Read aloud to people who can’t see the picture."
          />
        </FormSection>
      </EditForm>
    </>
  );
}
