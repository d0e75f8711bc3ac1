import { Button, LinkButton } from '#ui/button.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { post } from '#ui/post.ts';
import type { HomeEditorProps } from './site.pages.ts';
import { publicAddress } from './site-facts.tsx';

type Of = Pick<HomeEditorProps, 'institution' | 'site' | 'can'>;

/** The main action: publish the site, then view it. */
export const PublishAction = ({ institution, site }: Of) =>
  site?.isPublished ? (
    <LinkButton external tone="primary" href={publicAddress(site)}>
      View site
    </LinkButton>
  ) : (
    <Button
      tone="primary"
      onClick={() => post('/site/publish', { institutionId: String(institution.id), isPublished: 'true' })}
    >
      Publish site
    </Button>
  );

/** Other actions on the site. */
export function siteActions({ institution, site, can }: Of): (MenuItem | false | null)[] {
  const institutionId = String(institution.id);
  const unpublish = async () => {
    const yes = await confirm({
      title: `Unpublish the site of ${institution.name}?`,
      body: 'Visitors can no longer see its home page, posts and pages. Nothing is deleted, and you can publish it again at any time.',
      action: 'Unpublish site',
      tone: 'bad',
    });
    if (yes) post('/site/publish', { institutionId });
  };
  return [
    site && !site.isPublished && { label: 'Preview', href: publicAddress(site), external: true },
    can.front && {
      label: site?.isFront ? 'Remove from the main address' : 'Show at the main address',
      onSelect: () => post('/site/front', { institutionId, isFront: site?.isFront ? '' : 'true' }),
    },
    site?.isPublished ? { label: 'Unpublish site…', tone: 'bad', onSelect: () => void unpublish() } : null,
  ];
}
