// SQL of complaints.
import type { ComplaintStatus, Decision, MachinePart, Remedy } from '@fairturn/contract/support'
import { columnNames, type RowOf, statement, typed } from '../platform/database/statement.ts'

export const COMPLAINT_COLUMNS = {
  conversation_id: 'uuid',
  member_id: 'uuid',
  against: typed<Decision>('text'),
  target_id: 'uuid',
  decision_at: 'timestamptz',
  made_at: 'timestamptz',
  decide_by: 'timestamptz',
  lock_ends_at: 'timestamptz?',
  status: typed<ComplaintStatus>('text'),
  decided_at: 'timestamptz?',
  decided_by: 'text?',
  facts: 'text?',
  rule: 'text?',
  machine: typed<MachinePart | null>('text?'),
  can_be_done: 'text?',
  remedy: typed<Remedy | null>('text?'),
} as const
export const COMPLAINT = columnNames(COMPLAINT_COLUMNS)
export type ComplaintRow = RowOf<typeof COMPLAINT_COLUMNS>

/** No row if a decision was objected to before. */
export const insertComplaint = statement(
  `-- support_insert_complaint
  insert into complaint (conversation_id, member_id, against, target_id, decision_at, made_at, decide_by, lock_ends_at)
  values ($conversation_id, $member_id, $against, $target_id, $decision_at, $made_at, $decide_by, $lock_ends_at)
  on conflict on constraint complaint_about_a_decision_is_made_once do nothing returning conversation_id`,
  {
    params: {
      conversation_id: 'uuid',
      member_id: 'uuid',
      against: typed<Decision>('text'),
      target_id: 'uuid',
      decision_at: 'timestamptz',
      made_at: 'timestamptz',
      decide_by: 'timestamptz',
      lock_ends_at: 'timestamptz?',
    },
    columns: { conversation_id: 'uuid' },
  },
)

export const findComplaints = statement(
  `-- support_complaints_of
  select ${COMPLAINT} from complaint where conversation_id = any ($ids)`,
  { params: { ids: 'uuid[]' }, columns: COMPLAINT_COLUMNS },
)

export const findMade = statement(
  `-- support_complaint_made
  select conversation_id from complaint where against = $against and target_id = $target_id and decision_at = $decision_at`,
  {
    params: { against: 'text', target_id: 'uuid', decision_at: 'timestamptz' },
    columns: { conversation_id: 'uuid' },
  },
)
