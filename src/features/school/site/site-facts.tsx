import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { HomeEditorProps } from './site.pages.ts';
import { HostNames } from './host-names.tsx';
import classes from './shared/site.module.css';

/** The address and welcome text of the site. */
export function SiteFacts({ institution, site, mainAddress, can, waitsFor }: Omit<HomeEditorProps, 'lists'>) {
  const address = useAddress();
  const edit = address.href('/site/edit', { institution_id: institution.id });
  return (
    <>
      <Card title="Address and welcome text" action={<LinkButton href={edit}>Edit</LinkButton>}>
        <DescriptionList
          items={[
            ['Address', site && <a key="address" href={publicAddress(site)}>{`/sites/${site.slug}`}</a>],
            ['Main address', mainAddress],
            ['Headline', site?.headline],
            [
              'Welcome text',
              site?.intro && (
                <span key="intro" className={classes.hosts}>
                  {site.intro}
                </span>
              ),
            ],
          ]}
        />
      </Card>
      {site && site.hosts.length > 0 && (
        <Card title="Host names">
          <HostNames hosts={site.hosts} institution={institution} can={can} waitsFor={waitsFor} />
        </Card>
      )}
    </>
  );
}

/** The public page, or its preview. */
export const publicAddress = (site: { slug: string; isPublished: boolean }): string =>
  `/sites/${site.slug}${site.isPublished ? '' : '?preview=1'}`;
