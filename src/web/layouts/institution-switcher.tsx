import { Mark } from '#ui/adire.tsx';
import { IconChevronDown } from '#ui/icons.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { sessionLine } from './session-in-view.tsx';
import { useShell } from './use-shell.ts';
import classes from './header.module.css';

/**
 * The institution filter of the page, kept in the address; users of one institution have no choice. Phones show its
 * short name, with the session below.
 */
export function InstitutionSwitcher() {
  const { shell, institution } = useShell();
  const address = useAddress();
  const narrow = useMedia(NARROW);
  const name = (narrow ? institution?.shortName : institution?.name) ?? 'All institutions';
  const session = narrow && sessionLine(shell, institution);
  const inside = (
    <>
      {institution?.logo ? <img className={classes.logo} src={institution.logo} alt="" /> : <Mark />}
      <span className={classes.where}>
        <span>{name}</span> {session && <small data-current={shell.session?.isCurrent}>{session}</small>}
      </span>
    </>
  );
  if (shell.institutions.length === 1) return <div className={classes.switcher}>{inside}</div>;
  const to = (id: number | null) => address.here({ institution_id: id, academic_session: null });
  return (
    <Menu
      label={`Institution in view: ${name}${session ? `, ${session}` : ''}`}
      triggerClass={classes.switcher}
      trigger={
        <>
          {inside}
          <IconChevronDown size={16} />
        </>
      }
      items={[
        { label: 'All institutions', href: to(null), checked: !institution },
        ...shell.institutions.map(({ id, name }) => ({
          label: name,
          href: to(id),
          checked: id === institution?.id,
        })),
      ]}
    />
  );
}
