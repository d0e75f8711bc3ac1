import { Badge } from '#ui/badge.tsx';
import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { post } from '#ui/post.ts';
import { markKinds } from '../mark-kinds.ts';
import type { Code } from '../marks/mark-fields.ts';
import classes from '../shared/settings.module.css';

const builtIn = Object.values(markKinds)
  .map(({ letter, label }) => `${letter} ${label.toLowerCase()}`)
  .join(', ');

/** An institution's own codes, with a form for another one. */
export function OwnCodes({ institutionId, codes }: { institutionId: number; codes: Code[] }) {
  const { href } = useAddress();
  return (
    <>
      <p className={classes.about}>
        Every register has {builtIn}. Add your own codes, such as HO for a day at a sports event. Each code counts as
        one of these marks.
      </p>
      {codes.length > 0 && (
        <ul className={classes.codes} aria-label="Your own codes">
          {codes.map((code) => (
            <li key={code.id}>
              <b className={classes.letters}>{code.letters}</b>
              <span className={classes.label}>
                {code.label}
                <small>Counts as {markKinds[code.meaning].label.toLowerCase()}</small>
              </span>
              {code.isRetired && <Badge>Retired</Badge>}
              <Menu
                label={`Actions for ${code.letters}`}
                items={[
                  { label: 'Edit', href: href(`/attendance/codes/${code.id}/edit`), modal: true },
                  code.isRetired
                    ? { label: 'Restore', onSelect: () => post(`/attendance/codes/${code.id}/restore`) }
                    : { label: 'Retire', onSelect: () => void retire(code) },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      <EditForm key={codes.length} action="/attendance/codes" submit="Add code" guard={false}>
        <input type="hidden" name="institution_id" value={institutionId} />
        <FieldRow>
          <TextField name="letters" label="Letters" maxLength={3} placeholder="HO" autoCapitalize="characters" />
          <TextField name="label" label="Name" maxLength={60} placeholder="Sports event" />
          <SelectField
            name="meaning"
            label="Counts as"
            options={Object.entries(markKinds).map(([value, { label }]) => ({ value, label }))}
          />
        </FieldRow>
      </EditForm>
    </>
  );
}

async function retire(code: Code) {
  const body = `Teachers can no longer choose it. Registers in which it was marked keep it, and you can restore it.`;
  if (await confirm({ title: `Retire ${code.letters}, ${code.label}?`, body, action: 'Retire code' }))
    post(`/attendance/codes/${code.id}/retire`);
}
