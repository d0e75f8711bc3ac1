import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { roomFormPage } from '../timetable.pages.ts';
import { roomKinds } from '../timetable.ts';

/** The form of a room. */
export default function RoomFormPage({ room, opened, ...choice }: PropsOf<typeof roomFormPage>) {
  const { href } = useAddress();
  const home = href('/rooms');
  return (
    <>
      <PageHeader title={room ? `Edit ${room.name}` : 'Add room'} breadcrumbs={[{ label: 'Rooms', href: home }]} />
      <EditForm
        key={choice.institutionId}
        action={room ? `/rooms/${room.id}` : '/rooms'}
        submit={room ? 'Save room' : 'Add room'}
        cancelHref={home}
        {...(opened && { opened })}
      >
        <FormSection>
          {!room && <InstitutionChoice {...choice} />}
          <TextField
            name="name"
            label="Name"
            maxLength={60}
            autoComplete="off"
            placeholder="Physics laboratory"
            defaultValue={room?.name}
          />
          <FieldRow>
            <ChoiceField name="kind" label="Kind" options={roomKinds} defaultValue={room?.kind ?? 'classroom'} />
            <NumberField name="seats" label="Seats" optional min={1} max={5000} defaultValue={room?.seats ?? ''} />
          </FieldRow>
        </FormSection>
      </EditForm>
    </>
  );
}
