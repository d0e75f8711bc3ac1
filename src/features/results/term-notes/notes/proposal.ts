/** A remark of the bank for a student without one; the results serve them by average. */
interface ProposedRemark {
  studentId: number;
  name: string;
  /** As it is shown. */
  average: string;
  remark: string;
}
export interface ProposedRemarks {
  proposals: ProposedRemark[];
  /** Students without a remark, for whom the bank has none or who have no average yet. */
  without: string[];
}
