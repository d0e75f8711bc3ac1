import { Button, LinkButton } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import type { MenuItem } from '#ui/menu.tsx';
import { post } from '#ui/post.ts';
import type { HomeEditorProps } from '../site.pages.ts';
import { publicAddress } from './site-facts.tsx';

type Of = Pick<HomeEditorProps, 'institution' | 'site' | 'can'>;

/** The one thing to do: put the site on the web, then look at it. */
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

/** Everything else that may be done with a whole site. */
export function siteActions({ institution, site, can }: Of): (MenuItem | false | null)[] {
  const institutionId = String(institution.id);
  const unpublish = async () => {
    const yes = await confirm({
      title: `Take the site of ${institution.name} off the web?`,
      body: 'Visitors no longer find its home page, posts and pages. Nothing is deleted; you can publish it again at any time.',
      action: 'Take off the web',
      tone: 'bad',
    });
    if (yes) post('/site/publish', { institutionId });
  };
  return [
    site && !site.isPublished && { label: 'Preview', href: publicAddress(site), external: true },
    can.front && {
      label: site?.isFront ? 'No longer show at the main address' : 'Show at the main address',
      onSelect: () => post('/site/front', { institutionId, isFront: site?.isFront ? '' : 'true' }),
    },
    site?.isPublished ? { label: 'Take off the web…', tone: 'bad', onSelect: () => void unpublish() } : null,
  ];
}
