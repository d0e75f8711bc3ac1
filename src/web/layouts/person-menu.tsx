import { router } from '@inertiajs/core';
import { Avatar } from '#ui/avatar.tsx';
import { forgetTab } from '../client/tab-owner.ts';
import { useShell } from './use-shell.ts';
import classes from './header.module.css';
import { IconDevices, IconLogout, IconDeviceDesktop, IconMoon, IconSun } from '#ui/icons.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { setColorScheme } from '#ui/theme/color-scheme.ts';
import { useColorScheme } from '#ui/theme/use-color-scheme.ts';

const signOut = async () => {
  forgetTab();
  await import('../client/device-keys.ts').then(({ forgetDeviceKeys }) => forgetDeviceKeys()).catch(() => {});
  router.post('/sign-out');
};

/** The account menu: the user, the colour scheme, and signing out. */
export function PersonMenu() {
  const { shell } = useShell();
  const { name } = shell.person;
  const { href } = useAddress();
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
        ...shell.own.map((page) => ({ label: page.label, href: href(page.href) })),
        { label: 'Your account', href: '/account', icon: <IconDevices size={16} /> },
        ...schemes,
        { label: 'Sign out', group: true, icon: <IconLogout size={16} />, onSelect: () => void signOut() },
      ]}
    />
  );
}

const CHOICES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Light, dark or system; remembered on this device. */
function useSchemeItems(): MenuItem[] {
  const colorScheme = useColorScheme();
  return CHOICES.map(({ value, label, Icon }, at) => ({
    label,
    icon: <Icon size={16} />,
    checked: value === colorScheme,
    onSelect: () => setColorScheme(value),
    ...(at === 0 && { group: 'Appearance' }),
  }));
}
