import { fieldsAt, labelAt, type RecordFields } from '#kernel/record-fields/record-field.ts';
import type { Column } from '#ui/lists/data-table/columns.ts';
import { DateText } from '#ui/text.tsx';

/** Columns of a list from the fields of its records (`RecordField`), hidden until a person shows them. */
export const recordColumns = <Row extends object>(fields: RecordFields): Column<Row>[] =>
  fieldsAt(fields, 'list').map(([key, field]) => ({
    key,
    title: labelAt(field, 'list'),
    wraps: true,
    optional: true,
    render: (row) => {
      const value = (row as Readonly<Record<string, string | null>>)[key];
      return field.type === 'day' ? <DateText value={value} /> : value;
    },
  }));
