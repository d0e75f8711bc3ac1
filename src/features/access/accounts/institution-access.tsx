import { router } from '@inertiajs/core';
import { usePage } from '#ui/hooks/use-page.ts';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import type { PropsOf } from '#web/page.ts';
import type { Shell } from '#web/shell.ts';
import type { personPage } from './accounts.pages.ts';
import classes from './person.module.css';

/** Access to each institution the viewer manages. Access to others is not affected. */
export function InstitutionAccess({ person, places }: PropsOf<typeof personPage>) {
  const { shell, errors } = usePage<{ shell: Shell; errors: Record<string, string> }>().props;
  const nameOf = (id: number) => shell.institutions.find((institution) => institution.id === id)?.name ?? '';
  const post = (action: string, id: number) =>
    router.post(`/accounts/${person.id}/${action}`, { institution_id: id }, { preserveScroll: true });
  const suspend = async (id: number) => {
    const yes = await confirm({
      title: `Suspend ${person.name}’s access?`,
      body: `${person.name} will no longer have access to ${nameOf(id)}. The account and access to other institutions don’t change.`,
      action: 'Suspend access',
      tone: 'bad',
    });
    if (yes) post('suspend', id);
  };
  const end = async (id: number) => {
    const yes = await confirm({
      title: `Remove ${person.name} from ${nameOf(id)}?`,
      body: `All roles at ${nameOf(id)} will be removed. To return, ${person.name} needs a new invitation.`,
      action: 'Remove user',
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
