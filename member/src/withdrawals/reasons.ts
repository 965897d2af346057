import { t } from '@lingui/core/macro'

/** Why a withdrawal was refused or returned: the bank's or an operator's words, or the text of a code. */
export const reasonText = (reason: string | null): string | null =>
  reason === 'credited_by_mistake' ? t`A deposit behind it was credited by mistake` : reason
