/** The ticked students of a table, as its form sends them. */
export const TickedStudents = ({ ids }: { ids: Set<number> }) =>
  [...ids].map((id) => <input key={id} type="hidden" name="student_ids[]" value={id} />);
