import { Trans } from '@lingui/react/macro'

/** Said before buying a level and before giving it back (spec §3). */
export const BoughtAgain = () => (
  <Trans>
    If you have used the extra bonus or discount of a level and get its whole fee back, you cannot buy that
    level or a higher one for 90 days. You can still earn it free of charge.
  </Trans>
)
