import { router } from '@inertiajs/react';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { EditForm, FormSection } from '#ui/edit-form.tsx';
import { UploadField } from '#ui/upload-field.tsx';
import { logoBytes } from '../logo-limit.ts';
import classes from './institution.module.css';

/** The logo has a form of its own: choosing a picture must not depend on the rest. */
export function LogoForm({ institution }: { institution: { id: number; name: string; logo: string | null } }) {
  const remove = async () => {
    const yes = await confirm({
      title: 'Remove the logo?',
      body: 'The picture is deleted. You can upload another one at any time.',
      action: 'Remove logo',
      tone: 'bad',
    });
    if (yes) router.post(`/institutions/${institution.id}/logo/remove`, {}, { preserveScroll: true });
  };
  return (
    <EditForm
      key={institution.logo}
      action={`/institutions/${institution.id}/logo`}
      submit="Upload logo"
      guard={false}
      options={{ preserveScroll: true }}
    >
      <FormSection title="Logo" description="Shown in the header, on receipts and on report cards.">
        {institution.logo && (
          <div className={classes.logo}>
            <img src={institution.logo} alt={`Logo of ${institution.name}`} />
            <Button small onClick={remove}>
              Remove logo
            </Button>
          </div>
        )}
        <UploadField
          name="logo"
          label={institution.logo ? 'Another picture' : 'Picture'}
          accept="image/png,image/jpeg,image/webp"
          maxBytes={logoBytes}
          hint="PNG, JPEG or WebP, up to 4 MB. A square with a clear ground looks best."
        />
      </FormSection>
    </EditForm>
  );
}
