import { CommandPalette, type CommandPaletteProps } from '#ui/overlays/command-palette.tsx';
import { pagesOfMenu } from '../shell.ts';
import { useMenu, useShell } from './use-shell.ts';

/** Ctrl K, with the screens and the kinds of people of this user's menu. The frame loads it when it is opened. */
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
  const finds = (['students', 'guardians', 'employees'] as const).filter((kind) =>
    pages.some(({ page }) => page.href === `/${kind}`),
  );
  return <CommandPalette {...props} screens={screens} finds={finds} />;
}
