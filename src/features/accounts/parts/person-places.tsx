import { router, usePage } from '@inertiajs/react';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import type { PropsOf } from '#web/page.ts';
import type { Shell } from '#web/shell.ts';
import type { personPage } from '../accounts.pages.ts';
import classes from './person.module.css';

/** Access to each institution that the viewer manages; what the person does elsewhere stays as it is. */
export function PersonPlaces({ person, places }: PropsOf<typeof personPage>) {
  const { shell, errors } = usePage<{ shell: Shell; errors: Record<string, string> }>().props;
  const nameOf = (id: number) => shell.institutions.find((one) => one.id === id)?.name ?? '';
  const post = (what: string, id: number) =>
    router.post(`/accounts/${person.id}/${what}`, { institution_id: id }, { preserveScroll: true });
  const suspend = async (id: number) => {
    const yes = await confirm({
      title: `Suspend ${person.name}’s access?`,
      body: `${person.name} can no longer open ${nameOf(id)}. The account, and access to other institutions, stays as it is.`,
      action: 'Suspend access',
      tone: 'bad',
    });
    if (yes) post('suspend', id);
  };
  const end = async (id: number) => {
    const yes = await confirm({
      title: `Remove ${person.name} from ${nameOf(id)}?`,
      body: `All roles at ${nameOf(id)} are removed. To come back, ${person.name} needs a new invitation.`,
      action: 'Remove person',
      tone: 'bad',
    });
    if (yes) post('end-membership', id);
  };
  return (
    <>
      {errors['form'] && (
        <p role="alert" className={classes.alert}>
          {errors['form']}
        </p>
      )}
      <ul className={classes.actions}>
        {places.map(({ id, isSuspended }) => (
          <li key={id}>
            <div>
              {nameOf(id)}
              <div className={classes.quiet}>{isSuspended ? 'Access suspended' : 'Has access'}</div>
            </div>
            <span className={classes.pair}>
              {isSuspended ? (
                <Button onClick={() => post('resume', id)}>Restore access</Button>
              ) : (
                <Button onClick={() => void suspend(id)}>Suspend access</Button>
              )}
              <Button tone="bad" onClick={() => void end(id)}>
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
