import type { StepName, StepReason } from '@fairturn/contract/proof/check'
import type { Liability } from '@fairturn/contract/transparency'
// The name of each step and its text on failure. In plain sentences: whoever reads them is in doubt.
import { t } from '@lingui/core/macro'

export const stepTitle = (of: StepName): string =>
  ({
    statement: t`The statement is complete`,
    signature: t`The signature is valid`,
    key: t`The key is known to this device`,
    chain: t`It follows the previous proof`,
    mine: t`It is about you`,
    leaves: t`Your parts are made of your own data`,
    paths: t`They lead to the signed root`,
    total: t`All sums are within the total`,
    balance: t`The amount matches your statement`,
  })[of]

export const stepDetail = (of: StepName): string =>
  ({
    statement: t`The figures add up and match those shown here.`,
    signature: t`The statement cannot be changed unnoticed.`,
    key: t`A new key must be signed by the previous one.`,
    chain: t`No proof was withdrawn, replaced or skipped since your last check.`,
    mine: t`It contains your ID and name, so the same parts cannot be shown to anyone else.`,
    leaves: t`Each amount is split for privacy; every part is included once.`,
    paths: t`Each step was recomputed on this device.`,
    total: t`No negative amounts can hide what is owed to you.`,
    balance: t`Compared with your statement at that time.`,
  })[of]

export const stepReasonText = (of: StepReason): string =>
  ({
    first_sight: t`First seen on this device. Later checks compare with this one.`,
    nothing_owed: t`You had no balance at that time, so you have no part in this proof.`,
    not_possible_here: t`This could not be checked here. Use a newer browser, or check the saved evidence with the program.`,
    not_a_statement: t`This is not a statement of this platform.`,
    figures_differ: t`The figures shown differ from those that were signed.`,
    signature_is_wrong: t`The signature does not belong to this statement.`,
    key_changed_without_a_word: t`It is signed by a new key that was not signed by the key you know.`,
    proof_went_back: t`This proof is older than the last one you checked.`,
    two_proofs_of_one_number: t`You were shown a different proof with this number before.`,
    proof_does_not_follow: t`It does not follow the last proof you checked: one was replaced or skipped.`,
    of_somebody_else: t`It belongs to another member.`,
    leaf_is_impossible: t`One part is invalid: its amount is outside the possible range.`,
    leaf_twice: t`The same part is counted twice.`,
    leaf_missing: t`Part of your balance is missing.`,
    path_leads_elsewhere: t`Your parts do not lead to the signed root, so they are not in the total.`,
    sum_is_larger_than_the_total: t`A subtotal is larger than the total.`,
    balance_differs: t`The amount differs from your statement at that time.`,
  })[of]

export const kindTitle = (of: Liability): string =>
  ({
    available: t`Available balance`,
    held: t`Held for withdrawals`,
    escrow: t`Remaining in your campaigns`,
    open_awards: t`Awards you can claim`,
    campaign_fees: t`Service fees not yet earned`,
    level_fees: t`Refundable level fee`,
    unmatched: t`Unmatched payments`,
  })[of]
