import { Link } from '#ui/link.tsx';
import { cx } from '#ui/cx.ts';
import { IconDots } from '#ui/icons.tsx';
import { MenuIcon } from './menu-icon.tsx';
import { useMenu } from './use-shell.ts';
import classes from './bottom-bar.module.css';

/** The bottom bar on a phone: the main sections and a button for the others. */
export function BottomBar({ onMenu, covered }: { onMenu: () => void; covered: boolean }) {
  const menu = useMenu();
  return (
    <nav className={classes.bar} aria-label="Most used" inert={covered}>
      {menu.items
        .filter(({ isMain }) => isMain)
        .map((item) => {
          const active = [item, ...(item.items ?? [])].some((entry) => entry.href === menu.active);
          return (
            <Link
              key={item.label}
              href={menu.href(item.href)}
              className={cx(classes.item, active && classes.active)}
              aria-current={active ? 'true' : undefined}
            >
              <MenuIcon name={item.icon} size={22} />
              <span>{item.label}</span>
            </Link>
          );
        })}
      <button type="button" className={classes.item} onClick={onMenu}>
        <IconDots size={22} />
        <span>More</span>
      </button>
    </nav>
  );
}
