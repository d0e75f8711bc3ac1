import { EntranceForm, IdentifierField, stateOf } from '#web/entrance/entrance-form.tsx';
import { EntrancePage } from '#web/entrance/entrance-page.tsx';
import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import type { directoryPage } from '../accounts.pages.ts';

/** A page of the directory in front of several installations: docs/decisions/0100-directory.md. */
export default function Directory({ title, description, form, regions, other }: PropsOfPublic<typeof directoryPage>) {
  return (
    <EntrancePage title={title} description={description} footer={other && <a href={other.href}>{other.label}</a>}>
      {form && (
        <EntranceForm {...form} fields={['identifier']} submit="Continue">
          <IdentifierField state={stateOf(form, 'identifier')} />
        </EntranceForm>
      )}
      {regions && (
        <ul className="regions">
          {regions.map(({ href, label }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      )}
    </EntrancePage>
  );
}
