import type { Conversation } from '@fairturn/contract/support'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Trans } from '@lingui/react/macro'
import { DueTime } from './DueTime.tsx'
import { dueOf } from './labels.ts'

interface DueBlockProps {
  conversation: Pick<Conversation, 'complaint' | 'answer_by' | 'is_late' | 'moved'>
}

/** By when we answer or decide, whether we are late, and why the time was moved. */
export function DueBlock({ conversation }: DueBlockProps) {
  const { moved } = conversation
  if (dueOf(conversation) === null) return null
  return (
    <div role="status">
      <Note tone="action" icon="clock">
        <p>
          <DueTime conversation={conversation} />
        </p>
        {moved && (
          <div className="mt-1 font-normal">
            <p>
              <Trans>
                Moved once, from <DateTime value={moved.from} />. It cannot be moved again. The reason:
              </Trans>
            </p>
            <p dir="auto" className="mt-0.5 wrap-anywhere whitespace-pre-line">
              {moved.reason}
            </p>
          </div>
        )}
      </Note>
    </div>
  )
}
