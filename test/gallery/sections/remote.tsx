import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { RemoteForm, RemoteLink } from '#web/client/remote-form.tsx';
import field from '#ui/forms/field.module.css';
import { Row } from '../row.tsx';

export const title = 'Remote forms and links';

interface Said {
  message?: string;
}

export default function Remote() {
  const [said, setSaid] = useState('');
  const hear = ({ json }: { json: unknown }) => setSaid((json as Said).message ?? '');
  return (
    <>
      <RemoteForm
        action="/gallery/remote"
        onAnswer={hear}
        aria-label="Remote form"
        style={{ maxWidth: 420, marginBottom: 16 }}
      >
        {({ busy, errors }) => (
          <div style={{ display: 'grid', gap: 12 }}>
            <Field name="name" label="Name" error={errors['name']} help="“Taken” is refused.">
              {(control) => <input type="text" name="name" className={field.control} autoComplete="off" {...control} />}
            </Field>
            <div>
              <Button type="submit" loading={busy}>
                Send in the background
              </Button>
            </div>
          </div>
        )}
      </RemoteForm>
      <Row label="link">
        <RemoteLink href="/gallery/heard" onAnswer={hear}>
          Ask in the background
        </RemoteLink>
      </Row>
      <p role="status">{said}</p>
    </>
  );
}
