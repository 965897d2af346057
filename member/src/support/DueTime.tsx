import type { Conversation } from '@fairturn/contract/support'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Trans } from '@lingui/react/macro'
import { dueOf } from './labels.ts'

interface DueTimeProps {
  conversation: Pick<Conversation, 'complaint' | 'answer_by' | 'is_late'>
}

/** By when we answer or decide, in one sentence; nothing while we owe nothing. */
export function DueTime({ conversation }: DueTimeProps) {
  const due = dueOf(conversation)
  if (due === null) return null
  if (due.what === 'decision') {
    return conversation.is_late ? (
      <Trans>
        We are late: our decision was due by <DateTime value={due.at} />.
      </Trans>
    ) : (
      <Trans>
        We decide by <DateTime value={due.at} />.
      </Trans>
    )
  }
  return conversation.is_late ? (
    <Trans>
      We are late: our answer was due by <DateTime value={due.at} />.
    </Trans>
  ) : (
    <Trans>
      We answer by <DateTime value={due.at} />.
    </Trans>
  )
}
