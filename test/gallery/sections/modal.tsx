import { LinkButton } from '#ui/button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { ModalLink } from '#ui/overlays/modal-link.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { Row } from '../row.tsx';

export const title = 'Modal page';

export default function Modal() {
  return (
    <>
      <Row label="link">
        <ModalLink href="/gallery/form">Name it</ModalLink>
        <LinkButton href="/gallery/form" onClick={opensModal}>
          Name it with a button
        </LinkButton>
        <Menu label="Name it from a menu" items={[{ label: 'Name it', href: '/gallery/form', modal: true }]} />
      </Row>
      <Row label="no page">
        <ModalLink href="/gallery/nothing">Missing page</ModalLink>
      </Row>
    </>
  );
}
