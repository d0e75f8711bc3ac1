import { Mark } from '#ui/adire.tsx';
import { IconChevronDown } from '#ui/icons.tsx';
import { Menu } from '#ui/menu.tsx';
import { useAddress } from '#ui/use-address.ts';
import { useShell } from './use-shell.ts';
import classes from './header.module.css';

/** Which institution the page is narrowed to; only a filter in the address, and nothing to choose where there is one. */
export function InstitutionSwitcher() {
  const { shell, institution } = useShell();
  const address = useAddress();
  const name = institution?.name ?? 'All institutions';
  const inside = (
    <>
      {institution?.logo ? <img className={classes.logo} src={institution.logo} alt="" /> : <Mark />}
      <span>{name}</span>
    </>
  );
  if (shell.institutions.length === 1) return <div className={classes.switcher}>{inside}</div>;
  const to = (id: number | null) => address.here({ institution_id: id, academic_session: null });
  return (
    <Menu
      label={`Institution in view: ${name}`}
      triggerClass={classes.switcher}
      trigger={
        <>
          {inside}
          <IconChevronDown size={16} />
        </>
      }
      items={[
        { label: 'All institutions', href: to(null), checked: !institution },
        ...shell.institutions.map((one) => ({
          label: one.name,
          href: to(one.id),
          checked: one.id === institution?.id,
        })),
      ]}
    />
  );
}
