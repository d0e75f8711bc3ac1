import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { PhotoField } from '#ui/photo/photo-field.tsx';

export const title = 'Photo field';

/** Nothing is sent; the note shows what would be. */
export default function Photo() {
  const [note, setNote] = useState('');
  return (
    <EditForm action="/gallery/form" submit="Save record" guard={false}>
      <PhotoField
        of="Ngozi Okafor"
        onPhoto={async (photo) => {
          setNote(`${photo.type}, ${photo.size} bytes`);
          return null;
        }}
        onRemove={async () => {
          setNote('Removed');
          return null;
        }}
      />
      <PhotoField
        name="refused"
        of="Musa Bello"
        onPhoto={async () => 'This picture can’t be read. Choose another one.'}
        onRemove={async () => null}
      />
      <p role="status">{note}</p>
    </EditForm>
  );
}
