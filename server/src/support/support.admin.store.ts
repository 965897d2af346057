// SQL of the back office's work on conversations.
import { statement } from '../platform/database/statement.ts'

export const updateDue = statement(
  `-- support_due
  update conversation set due_by = $due_by where id = $id`,
  { params: { id: 'uuid', due_by: 'timestamptz?' } },
)
