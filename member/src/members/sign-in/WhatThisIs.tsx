import { Trans } from '@lingui/react/macro'
import { Amount } from '../../shell/Amount.tsx'

/** What the product is, in one sentence, to whoever signs in or up. */
export const WhatThisIs = () => (
  <Trans>
    Advertisers pay in advance for visits. Share their links and earn: 20 verified visits at{' '}
    <Amount amount="0.10" />, for example, are <Amount amount="2.00" /> for you, free of charge.
  </Trans>
)
