import { CommandPalette, type CommandPaletteProps } from '#ui/overlays/command-palette.tsx';
import { pagesOfMenu } from '../shell.ts';
import { useMenu, useShell } from './use-shell.ts';

/** Ctrl K, with the screens of this user's menu, and the records that they list. The frame loads it when it is opened. */
export default function Palette(props: Omit<CommandPaletteProps, 'screens' | 'finds'>) {
  const { href } = useMenu();
  const { menu, own } = useShell().shell;
  const pages = [
    ...menu.filter(({ isHub, isHidden }) => isHub && !isHidden).map((page) => ({ page, section: undefined })),
    ...pagesOfMenu(menu),
    ...own.map((page) => ({ page, section: undefined })),
  ].filter(({ page }, at, all) => all.findIndex((one) => one.page.href === page.href) === at);
  const screens = pages.map(({ page, section }) => ({
    label: page.label,
    also: page.also,
    href: href(page.href),
    group: section === page.label ? undefined : section,
  }));
  const finds = (['batches', 'students', 'guardians', 'employees'] as const).flatMap((kind) => {
    const found = pages.find(({ page }) => page.href === `/${kind}`);
    return found ? [{ kind, label: found.page.label }] : [];
  });
  return <CommandPalette {...props} screens={screens} finds={finds} />;
}
