import type { Step, StepName, StepReason } from '@fairturn/contract/proof/check'
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
    accounts: t`Each amount is the balance of an account of yours`,
    lines: t`Every movement of yours is in the signed proof`,
    memory: t`Nothing that this device remembers was changed`,
    screens: t`The amounts match your screens`,
    listed: t`Your statement matches line by line`,
    awards: t`Your awards are in the signed list of awards`,
    audit: t`The log of what our staff did was not rewritten`,
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
    accounts: t`Your balance, withdrawals, campaigns, service fees and level fee, each on its own.`,
    lines: t`Each was recomputed up to the signed root, without a gap.`,
    memory: t`Every balance continues from your last check, by movements alone.`,
    screens: t`Your balance, campaigns, awards and level fee, with everything since the proof.`,
    listed: t`Since your last check no line was left out, added or changed.`,
    awards: t`Each with its amount. The list does not say who was paid.`,
    audit: t`It continues the log of your last check.`,
  })[of]

export const stepReasonText = (of: StepReason): string =>
  ({
    first_sight: t`Not compared yet: this is your first check on this device. The next one compares with it.`,
    nothing_owed: t`Nothing to compare: you had no balance at that time, so you have no part in this proof.`,
    no_lines: t`Nothing to compare: you had no movement in this proof.`,
    no_events: t`Nothing to compare: that log had no line at your last check.`,
    same_proof: t`This device has already checked this proof: nothing new to compare.`,
    earlier_lines: t`The movements in this proof lead to the signed root without a gap. Those in earlier proofs were not compared in this check.`,
    keys_contradict: t`The list of signing keys contradicts itself, or lacks the key of this proof.`,
    key_not_yet: t`It is signed by a key that was introduced only later.`,
    no_awards: t`Nothing to compare: you had no award in this proof.`,
    only_these_lines: t`Each movement in this proof is in your statement. Whether your statement has others is compared from the next proof on.`,
    not_given: t`The server did not send what this step compares.`,
    too_many_movements: t`You have had more movements than one check reads, so this was not compared.`,
    screens_not_read: t`Your money kept moving while your screens were read. Check again.`,
    recent_proofs_only: t`Your last check is many proofs ago. Only the movements of the most recent ones were compared.`,
    not_possible_here: t`This browser cannot check signatures. Use a newer browser, or check the saved evidence with the program.`,
    not_a_statement: t`This is not a statement of this platform.`,
    counts_contradict: t`Its numbers of entries, movements and awards contradict each other.`,
    currency_is_another: t`Its currency is not the one in which your screens show amounts.`,
    proof_is_of_the_future: t`Its time is in the future, by the clock of this device.`,
    proof_is_ahead: t`Its time is ahead of the clock of this device. Set the clock and check again.`,
    proof_is_old: t`This proof is more than a day old, although one is due every day: it has nothing of what came after it.`,
    parts_do_not_lead: t`Not checked: your parts do not lead to the signed root.`,
    balance_below_zero: t`An account in it has less than nothing.`,
    movement_is_of_no_kind: t`A movement is of a kind that does not exist, or that takes nothing from a balance.`,
    figures_differ: t`The figures shown differ from those that were signed.`,
    signature_is_wrong: t`The signature does not belong to this statement.`,
    key_changed_without_a_word: t`It is signed by a new key that was not signed by the key you know.`,
    proof_went_back: t`This proof is older than the last one you checked.`,
    two_proofs_of_one_number: t`You were shown a different proof with this number before.`,
    proof_does_not_follow: t`It does not follow the last proof you checked: one was replaced or skipped.`,
    proof_is_not_later: t`Its time is not after that of the previous proof.`,
    currency_changed: t`Its currency is not that of the previous proof.`,
    key_was_replaced: t`It is signed by a key that had already been replaced.`,
    of_somebody_else: t`It belongs to another member.`,
    leaf_is_impossible: t`One part is invalid: its amount is outside the possible range.`,
    leaf_twice: t`The same part is counted twice.`,
    leaf_missing: t`Part of your balance is missing.`,
    path_leads_elsewhere: t`Your parts do not lead to the signed root, so they are not in the total.`,
    sum_is_larger_than_the_total: t`A subtotal is larger than the total.`,
    balance_differs: t`The amount differs from your statement at that time.`,
    older_form: t`This proof is from before proofs contained this.`,
    form_went_back: t`This proof contains less than the one you checked before.`,
    account_is_another: t`An account in it is not yours.`,
    accounts_differ: t`An amount in the proof is not the balance of your account.`,
    line_leads_elsewhere: t`A movement does not lead to the signed root.`,
    line_is_missing: t`A movement is missing.`,
    balance_does_not_follow: t`A balance was changed without a movement.`,
    entry_is_not_whole: t`Part of a movement between your own accounts is missing.`,
    account_forgotten: t`An account that you had is missing.`,
    lines_forgotten: t`Your last check was too long ago: movements are kept for 92 days.`,
    lines_withheld: t`The server withheld movements since your last check.`,
    award_not_in_tree: t`An award of yours is not in the signed list of awards.`,
    award_twice: t`An award of yours is in it twice.`,
    award_without_line: t`An award that it calls yours is not among your movements.`,
    awards_to_come: t`What you were awarded since this proof is in no proof yet; the next one must have it.`,
    line_is_of_another_time: t`A movement is dated after this proof, or before one that does not have it.`,
    screen_differs: t`An amount differs from what your screens show.`,
    statement_differs: t`Your statement shows other movements than those that were signed.`,
    audit_log_rewritten: t`An earlier line of that log was changed or removed.`,
  })[of]

/** What is said of a step below its title. */
export function stepText({ name, why, proofs }: Step): string {
  if (why === undefined) return stepDetail(name)
  if (proofs === undefined) return stepReasonText(why)
  const { checked, of } = proofs
  return `${stepReasonText(why)} ${t`Proofs compared: ${checked} of ${of}.`}`
}

export const kindTitle = (of: Liability): string =>
  ({
    available: t`Available balance`,
    held: t`Held for withdrawals`,
    escrow: t`Remaining in your campaigns`,
    open_awards: t`Awards you can claim`,
    campaign_fees: t`Service fees not yet earned`,
    level_fees: t`Level fee not yet earned`,
    unmatched: t`Unmatched payments`,
    campaign_vat: t`VAT paid with your campaigns`,
    vat: t`VAT owed to the state`,
  })[of]
