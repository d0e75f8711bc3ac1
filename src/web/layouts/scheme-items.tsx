import { setColorScheme } from '#ui/theme/color-scheme.ts';
import { useColorScheme } from '#ui/theme/use-color-scheme.ts';
import { IconDeviceDesktop, IconMoon, IconSun } from '#ui/icons.tsx';
import type { MenuItem } from '#ui/overlays/menu.tsx';

const CHOICES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Light, dark or system; remembered on this device. */
export function useSchemeItems(): MenuItem[] {
  const colorScheme = useColorScheme();
  return CHOICES.map(({ value, label, Icon }, at) => ({
    label,
    icon: <Icon size={16} />,
    checked: value === colorScheme,
    onSelect: () => setColorScheme(value),
    ...(at === 0 && { group: 'Appearance' }),
  }));
}
