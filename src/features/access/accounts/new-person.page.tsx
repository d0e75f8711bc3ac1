import { router } from '@inertiajs/core';
import { useState, useContext } from 'react';
import { LinkButton, Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { newPersonPage } from './accounts.pages.ts';
import { InvitationSent } from '#ui/records/invitation-sent.tsx';
import { OnceShown } from '#ui/records/once-shown.tsx';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { errorSummary } from '#ui/forms/error-summary.ts';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { RemoteForm } from '#web/client/remote-form.tsx';
import { ErrorSummary, FormErrors } from '#ui/forms/field.tsx';
import { TextField, CheckboxField } from '#ui/forms/fields.tsx';
import classes from './invite-form.module.css';

interface Made {
  id: number;
  name: string;
  username: string;
  /** Null if the viewer has no access to what it opens. */
  link: string | null;
  /** The masked recipient, if the link is not shown. */
  sentTo?: string;
  /** The message, if a second person has to approve first. */
  requested?: string;
}

export default function NewPersonPage(props: PropsOf<typeof newPersonPage>) {
  const address = useAddress();
  const [made, setMade] = useState<Made | null>(null);
  const people = address.href('/accounts');
  const show = (answer: Made) => {
    if (!answer.requested) return setMade(answer);
    toast({ message: answer.requested, tone: 'info' });
    router.visit(address.href('/approvals'));
  };
  return (
    <>
      <PageHeader title="Invite user" breadcrumbs={[{ label: 'Users', href: people }]} />
      {made ? (
        <Answer made={made} href={address.href(`/accounts/${made.id}`)} again={address.href('/accounts/new')} />
      ) : (
        <InviteForm {...props} cancelHref={people} onMade={show} />
      )}
    </>
  );
}

function Answer({ made, href, again }: { made: Made; href: string; again: string }) {
  const links = (
    <>
      <LinkButton href={again} external>
        Invite another user
      </LinkButton>
      <LinkButton tone="primary" href={href}>
        View {made.name}
      </LinkButton>
    </>
  );
  if (made.link === null) return <InvitationSent name={made.name} sentTo={made.sentTo ?? ''} done={links} />;
  return (
    <OnceShown
      title={`Invitation for ${made.name}`}
      note={
        <>
          Give {made.name} this link. It’s shown only once, works once and expires in 14 days. Opening it sets a
          password for the username <strong>{made.username}</strong>, or adds the roles to an existing account of{' '}
          {made.name}.
        </>
      }
      text={new URL(made.link, location.href).href}
      done={links}
    />
  );
}

interface InviteFormProps extends PropsOf<typeof newPersonPage> {
  cancelHref: string;
  onMade: (made: { id: number; name: string; username: string; link: string | null }) => void;
}

/** The person to invite, with institution and roles. */
function InviteForm({ institutions, institutionId, roles, employee, cancelHref, onMade }: InviteFormProps) {
  const [chosen, setChosen] = useState(institutionId);
  const [name, setName] = useState(employee?.name ?? '');
  return (
    <RemoteForm action="/accounts" className={classes.form} id="invite" onAnswer={({ json }) => onMade(json as never)}>
      {({ busy, errors, message }) => (
        <FormErrors value={errors}>
          <ErrorSummary errors={errorSummary(() => document.querySelector<HTMLFormElement>('#invite'), errors)} />
          {message && Object.keys(errors).length === 0 && <p role="alert">{message}</p>}
          <FormSection title="User">
            <TextField
              name="name"
              label="Name"
              help="First name first. Example: Ngozi Ada Eze."
              maxLength={200}
              defaultValue={employee?.name}
              autoFocus
              autoComplete="off"
              onBlur={(event) => setName(event.target.value)}
            />
            <FieldRow>
              <TextField
                name="email"
                label="E-mail"
                type="email"
                optional
                defaultValue={employee?.email ?? ''}
                autoComplete="off"
              />
              <TextField
                name="phone"
                label="Phone"
                type="tel"
                optional
                defaultValue={employee?.phone ?? ''}
                autoComplete="off"
                placeholder="0803 123 4567"
              />
            </FieldRow>
            <TextField
              key={name}
              name="username"
              label="Username"
              defaultValue={usernameFor(name)}
              maxLength={80}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </FormSection>
          <FormSection title="Roles" description="Roles set this user’s permissions.">
            {institutions.length > 1 ? (
              <SelectField
                name="institution_id"
                label="Institution"
                placeholder={null}
                value={String(chosen)}
                onChange={(event) => setChosen(Number(event.target.value))}
                options={institutions.map((institution) => ({
                  value: String(institution.id),
                  label: institution.name,
                }))}
              />
            ) : (
              <input type="hidden" name="institution_id" value={institutionId} />
            )}
            <RoleCheckboxes key={chosen} roles={roles.filter((role) => role.institutionId === chosen)} />
            <SearchSelectField
              key={`employees ${chosen}`}
              name="employee_id"
              label="Employee"
              optional
              help="Links the account to an employee record, so that teachers see their own students."
              placeholder="Not an employee"
              search={`/accounts/employee-options?institution_id=${chosen}`}
              defaultChoice={
                employee && employee.institutionId === chosen
                  ? { value: String(employee.id), label: employee.name }
                  : null
              }
            />
          </FormSection>
          <div className="wrap">
            <Button type="submit" tone="primary" loading={busy}>
              Invite user
            </Button>
            <LinkButton tone="plain" href={cancelHref}>
              Cancel
            </LinkButton>
          </div>
        </FormErrors>
      )}
    </RemoteForm>
  );
}

/** 'Ngozi Ada Ẹ̀zẹ̀' → 'ngozi.eze'. */
function usernameFor(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/[^a-zA-Z\s-]/g, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
  return words.length > 1 ? `${words[0]}.${words.at(-1)}` : (words[0] ?? '');
}

/** Checkboxes for the roles that can be added. */
function RoleCheckboxes({ roles }: { roles: { id: number; name: string }[] }) {
  const error = useContext(FormErrors)['role_ids'];
  return (
    <div role="group" aria-label="Roles" data-field="role_ids">
      {/* Hides the error from the boxes, which would each show it. */}
      <FormErrors value={{}}>
        <div className={classes.checkboxes}>
          {roles.map((role) => (
            <CheckboxField key={role.id} name="role_ids[]" value={String(role.id)} label={role.name} />
          ))}
        </div>
      </FormErrors>
      {error && <p className={classes.wrong}>{error}</p>}
    </div>
  );
}
