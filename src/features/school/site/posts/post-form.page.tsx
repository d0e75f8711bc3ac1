import { useState } from 'react';
import { TextareaField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { MarkdownField } from '../shared/markdown-field.tsx';
import { PictureField } from '../shared/picture-chooser.tsx';
import { TitleFields } from '../shared/title-fields.tsx';
import type { postForm } from '../site.pages.ts';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { DateTimeField } from '#ui/fields/date-fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { PostRecord } from './posts.ts';

/** A news post and its publication time. */
export default function PostFormPage({ post, slug, timeZone, ...choice }: PropsOf<typeof postForm>) {
  const address = useAddress();
  const back = address.href('/site/posts');
  return (
    <>
      <PageHeader
        title={post ? post.title : 'Add post'}
        breadcrumbs={[{ label: 'Posts', href: back }]}
        description={post && `By ${post.author}`}
      />
      <EditForm
        opened={choice.opened}
        action={post ? `/site/posts/${post.id}` : '/site/posts'}
        submit={post ? 'Save post' : 'Add post'}
        cancelHref={back}
      >
        <FormSection>
          {!post && <InstitutionChoice {...choice} />}
          <TitleFields
            title={post?.title}
            slug={post?.slug}
            maxLength={120}
            base={slug ? `/sites/${slug}/news/` : '…/news/'}
          />
          <TextareaField
            name="summary"
            label="Summary"
            defaultValue={post?.summary}
            maxLength={300}
            rows={2}
            help="One or two sentences for the home page and the news list."
          />
          <PictureField institutionId={choice.institutionId} picture={post?.picture} optional />
          <MarkdownField defaultValue={post?.body} />
        </FormSection>
        <PublicationFields post={post} timeZone={timeZone} />
      </EditForm>
    </>
  );
}

interface PublicationFieldsProps {
  post: Pick<PostRecord, 'state' | 'publishAt'> | null;
  timeZone: string;
}

const chosen = { draft: 'draft', scheduled: 'at', published: 'now' };

/** Draft, publish now, or schedule. */
function PublicationFields({ post, timeZone }: PublicationFieldsProps) {
  const [state, setState] = useState(chosen[post?.state ?? 'draft']);
  return (
    <FormSection title="Publication">
      <SelectField
        name="state"
        label="Status"
        placeholder={null}
        value={state}
        onChange={(event) => setState(event.target.value)}
        options={[
          { value: 'draft', label: 'Draft (not visible)' },
          { value: 'now', label: post?.state === 'published' ? 'Published' : 'Publish now' },
          { value: 'at', label: 'Schedule' },
        ]}
      />
      {state === 'at' && (
        <DateTimeField
          name="publishAt"
          label="Date and time"
          defaultValue={post?.publishAt ?? ''}
          help={`In the time zone ${timeZone.replaceAll('_', ' ')}.`}
        />
      )}
    </FormSection>
  );
}
