import { setColorScheme, useColorScheme } from '#ui/color-scheme.ts';
import { IconDeviceDesktop, IconMoon, IconSun } from '#ui/icons.tsx';
import { Menu } from '#ui/menu.tsx';

const CHOICES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'As this device', Icon: IconDeviceDesktop },
] as const;

/** Light, dark, or what the device says; remembered on this device. */
export function SchemeMenu() {
  const colorScheme = useColorScheme();
  const { Icon } = CHOICES.find((choice) => choice.value === colorScheme) ?? CHOICES[2];
  return (
    <Menu
      label="Light or dark"
      trigger={<Icon />}
      items={CHOICES.map((choice) => ({
        label: choice.label,
        icon: <choice.Icon size={16} />,
        checked: choice.value === colorScheme,
        onSelect: () => setColorScheme(choice.value),
      }))}
    />
  );
}
