import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { countOf } from '#ui/format.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { NumberField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { enginePage } from './fet.pages.ts';
import classes from './parts/engine.module.css';
import { hasResult, isAtWork, stateLabels } from './runs/run-state.ts';
import type { RunRow } from './runs/apply-run.ts';

const usualMinutes = 5;

/** How a version gets its timetable from FET: on this server, or elsewhere by hand. */
export default function EnginePage(props: PropsOf<typeof enginePage>) {
  const { version, engine, runs, lessons, rules } = props;
  const { href } = useAddress();
  const atWork = runs.find(({ state }) => isAtWork(state));
  return (
    <>
      <PageHeader
        title="Automatic timetable"
        breadcrumbs={[
          { label: 'Timetables', href: href('/timetables') },
          { label: version.name, href: href(`/timetables/${version.id}`) },
        ]}
        description="FET, a free program, searches for a timetable that follows all rules. Locked lessons stay in place. Nothing changes until you apply a result."
      />
      <div className={classes.cards}>
        <Card
          title="Search on this server"
          tour="timetable-search"
          action={<LinkButton href={href(`/timetables/${version.id}/rules`)}>{`Rules (${rules})`}</LinkButton>}
        >
          {engine.isThere ? (
            atWork ? (
              <p>
                A search is running. <a href={href(`/fet-runs/${atWork.id}`)}>Show its progress</a>
              </p>
            ) : (
              <EditForm action={`/timetables/${version.id}/searches`} submit="Start search" guard={false}>
                <NumberField
                  name="minutes"
                  label="Time limit in minutes"
                  min={1}
                  max={30}
                  defaultValue={usualMinutes}
                  help={`${countOf(lessons, 'lesson')}. Most schools need less than a minute. You can stop it at any time and keep the best result.`}
                />
              </EditForm>
            )
          ) : (
            <NotThere engine={engine} />
          )}
        </Card>
        <Card title="Search on another computer" tour="timetable-by-hand">
          <ol className={classes.steps}>
            <li>
              <a href={`/timetables/${version.id}/timetable.fet`} download>
                Download the file for FET
              </a>
            </li>
            <li>
              Open it in FET (free, from <span translate="no">lalescu.ro/liviu/fet</span>) and generate a single
              timetable.
            </li>
            <li>Upload the result here. You see a preview before anything changes.</li>
          </ol>
          <EditForm action={`/timetables/${version.id}/results`} submit="Upload and preview" guard={false}>
            <UploadField
              name="file"
              label="Result"
              accept=".xml,.fet"
              maxBytes={20 * 1_048_576}
              hint="…_activities.xml or …_data_and_timetable.fet, up to 20 MB"
            />
          </EditForm>
        </Card>
      </div>
      {runs.length > 0 && (
        <DataTable
          name="fet-runs"
          caption="Latest results"
          columns={columns}
          rows={runs}
          rowHref={({ id }) => href(`/fet-runs/${id}`)}
        />
      )}
    </>
  );
}

function NotThere({ engine: { name, isOff } }: Pick<PropsOf<typeof enginePage>, 'engine'>) {
  return (
    <div role="note">
      <p>{isOff ? 'The search is turned off on this server.' : 'FET is not installed on this server.'}</p>
      <p className="ink-3">
        {isOff ? (
          <>
            Your server administrator can turn it on: remove <code>AKADA_FET=off</code> from its settings.
          </>
        ) : (
          <>
            Your server administrator can install Debian’s package <code>fet</code>, or name the program in the setting{' '}
            <code>AKADA_FET</code> (now <code>{name}</code>).
          </>
        )}{' '}
        Until then, use another computer.
      </p>
    </div>
  );
}

const toneOf = (state: RunRow['state']) =>
  state === 'done' ? 'good' : hasResult(state) ? 'gold' : isAtWork(state) ? 'info' : 'plain';

const columns: Column<RunRow>[] = [
  {
    key: 'when',
    title: 'Started',
    primary: true,
    hideable: false,
    render: ({ createdAt, fileName }) => (
      <>
        <DateTimeText value={createdAt} /> {fileName && <span className="ink-3">{fileName}</span>}
      </>
    ),
  },
  {
    key: 'state',
    title: 'Result',
    card: 'aside',
    hideable: false,
    render: ({ state }) => <Badge tone={toneOf(state)}>{stateLabels[state]}</Badge>,
  },
  {
    key: 'placed',
    title: 'Placed',
    card: 'line',
    hideable: false,
    render: ({ placedCount, activityCount }) => (activityCount === 0 ? null : `${placedCount} of ${activityCount}`),
  },
  {
    key: 'applied',
    title: 'Applied',
    hideable: false,
    render: ({ appliedAt }) => appliedAt && <DateTimeText value={appliedAt} />,
  },
];
