import { CommandPalette, type CommandPaletteProps } from '#ui/overlays/command-palette.tsx';
import { useMenu } from './use-shell.ts';

/** Ctrl K, with the screens and the kinds of people of this user's menu. The frame loads it when it is opened. */
export default function Palette(props: Omit<CommandPaletteProps, 'screens' | 'finds'>) {
  const { items, href } = useMenu();
  const screens = items.flatMap((item) =>
    [...(item.isHub || !item.items ? [{ label: item.label, href: item.href }] : []), ...(item.items ?? [])].map(
      (entry) => ({
        label: entry.label,
        href: href(entry.href),
        group: item.label === entry.label ? undefined : item.label,
      }),
    ),
  );
  const isInMenu = (address: string) => items.some((item) => item.items?.some((entry) => entry.href === address));
  const finds = (['students', 'guardians', 'employees'] as const).filter((kind) => isInMenu(`/${kind}`));
  return <CommandPalette {...props} screens={screens} finds={finds} />;
}
