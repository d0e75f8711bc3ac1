import { Menu } from '#ui/overlays/menu.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import buttons from '#ui/button.module.css';
import { cx } from '#ui/cx.ts';
import type { StudentProfileProps } from '../students.pages.ts';

/** The status changes available for the student, each a short form over the record. */
export function MovesMenu({ moves }: Pick<StudentProfileProps, 'moves'>) {
  const address = useAddress();
  if (moves.length === 0) return null;
  return (
    <div data-tour="change-status" className="no-print">
      <Menu
        label="Change status"
        trigger="Change status"
        triggerClass={cx(buttons.button, buttons.quiet)}
        items={moves.map(({ label, href }) => ({ label, href: address.href(href), modal: true }))}
      />
    </div>
  );
}
