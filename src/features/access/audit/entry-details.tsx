import { DescriptionList } from '#ui/records/description-list.tsx';
import { count } from '#ui/format.ts';
import classes from './audit-log.module.css';

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

/** The changed fields with old and new values, and other details of an entry. */
export function EntryDetails({ details }: { details: Record<string, unknown> }) {
  // Only the command that verifies the log needs the redactions of an erasure.
  const { changes, redactions: _, ...rest } = details;
  const changed = Object.entries((changes ?? {}) as Record<string, unknown>).filter(([, value]) => isChange(value)) as [
    string,
    { from: unknown; to: unknown },
  ][];
  const other = Object.entries(rest);
  return (
    <div className={classes.details}>
      {changed.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(([field, { from, to }]) => (
              <tr key={field}>
                <th scope="row">{words(field)}</th>
                <td>{text(from)}</td>
                <td>{text(to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {other.length > 0 && (
        <DescriptionList columns={2} items={other.map(([name, value]) => [words(name), text(value)])} />
      )}
    </div>
  );
}

/** 'admissionNumber' → 'Admission number'. */
function words(name: string): string {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value))
    return value.length > 12 ? `${count(value.length)} values` : value.map(text).join(', ') || '—';
  return typeof value === 'object'
    ? Object.entries(value)
        .map(([name, part]) => `${words(name)}: ${text(part)}`)
        .join(', ')
    : String(value);
}
