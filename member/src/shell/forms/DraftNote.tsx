import { Trans } from '@lingui/react/macro'
import { Note } from '@fairturn/ui/Note.tsx'

export const DraftNote = () => (
  <Note tone="action">
    <Trans>Your earlier input is still here. It has not been sent.</Trans>
  </Note>
)
