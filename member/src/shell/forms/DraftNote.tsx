import { Note } from '@fairturn/ui/Note.tsx'
import { Trans } from '@lingui/react/macro'

export const DraftNote = () => (
  <Note tone="action">
    <Trans>Your earlier input is still here. It has not been sent.</Trans>
  </Note>
)
