// Says that a form holds unsent input, for it looks the same as saved data.
import { Trans } from '@lingui/react/macro'
import { Note } from '@fairturn/ui/Note.tsx'
import type { Draft } from './useDraft.ts'

export function DraftNote({ draft }: { draft: Draft }) {
  if (!draft.typed) return null
  return (
    <Note tone="action">
      <Trans>Your earlier input is still here. It has not been sent.</Trans>
    </Note>
  )
}
