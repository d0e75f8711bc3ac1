import { router } from '@inertiajs/core';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { CONFLICTS, type FieldConflict } from '#ui/conflicts/edit-conflict.ts';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { logoBytes } from './logo-limit.ts';
import classes from './institution.module.css';

interface LogoFormProps {
  institution: { id: number; name: string; logo: string | null; logoFileId: number | null };
}

/** The logo's own form, independent of the other settings. */
export function LogoForm({ institution }: LogoFormProps) {
  const { id, name, logo, logoFileId } = institution;
  const send = (opened: unknown) =>
    router.post(`/institutions/${id}/logo/remove`, { opened: { logo: opened } } as never, {
      preserveScroll: true,
      onError: (errors) => {
        const text = errors[CONFLICTS];
        if (text) void confirmRemoval((JSON.parse(text) as FieldConflict[])[0]!);
      },
    });
  const confirmRemoval = async ({ by, value }: FieldConflict) => {
    const yes = await confirm({
      title: 'Remove the new logo?',
      body: `${by?.person ?? 'Someone'} uploaded another logo after you opened this page.`,
      action: 'Remove logo',
      tone: 'bad',
    });
    if (yes) send(value);
  };
  const remove = async () => {
    const yes = await confirm({
      title: 'Remove the logo?',
      body: 'The logo will be deleted. You can upload another one at any time.',
      action: 'Remove logo',
      tone: 'bad',
    });
    if (yes) send(logoFileId);
  };
  return (
    <EditForm
      key={logo}
      action={`/institutions/${id}/logo`}
      opened={{ logo: logoFileId }}
      submit="Upload logo"
      guard={false}
      options={{ preserveScroll: true }}
    >
      <FormSection title="Logo" description="Shown in the header, on receipts and on report cards.">
        {logo && (
          <div className={classes.logo}>
            <img src={logo} alt={`Logo of ${name}`} />
            <Button small onClick={remove}>
              Remove logo
            </Button>
          </div>
        )}
        <UploadField
          name="logo"
          label={logo ? 'New picture' : 'Picture'}
          accept="image/png,image/jpeg,image/webp"
          maxBytes={logoBytes}
          hint="PNG, JPEG or WebP, up to 4 MB. A square picture with a plain background looks best."
        />
      </FormSection>
    </EditForm>
  );
}
