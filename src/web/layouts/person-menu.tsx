import { router } from '@inertiajs/core';
import { Avatar } from '#ui/avatar.tsx';
import { IconDevices, IconLogout } from '#ui/icons.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { forgetTab } from '../client/tab-owner.ts';
import { useSchemeItems } from './scheme-items.tsx';
import { useShell } from './use-shell.ts';
import classes from './header.module.css';

const signOut = async () => {
  forgetTab();
  await import('../client/device-keys.ts').then(({ forgetDeviceKeys }) => forgetDeviceKeys()).catch(() => {});
  router.post('/sign-out');
};

/** The account menu: the user, the colour scheme, and signing out. */
export function PersonMenu() {
  const { shell } = useShell();
  const { name } = shell.person;
  const schemes = useSchemeItems();
  return (
    <Menu
      label={`Your account, ${name}`}
      triggerClass={classes.person}
      trigger={<Avatar name={name} />}
      header={
        <span className={classes.name}>
          Signed in as <strong>{name}</strong>
        </span>
      }
      items={[
        { label: 'Your account', href: '/account', icon: <IconDevices size={16} /> },
        ...schemes,
        { label: 'Sign out', group: true, icon: <IconLogout size={16} />, onSelect: () => void signOut() },
      ]}
    />
  );
}
