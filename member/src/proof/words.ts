// What each step is called and what it says when it fails. Plain sentences: a member reads them with doubt.
import { t } from '@lingui/core/macro'
import type { StepName, Why } from '@fairturn/contract/proof/check'
import type { Liability } from '@fairturn/contract/transparency'

export const stepTitle = (of: StepName): string =>
  ({
    statement: t`The statement is whole`,
    signature: t`It is signed`,
    key: t`The key is the one this device knows`,
    chain: t`It follows the proof before`,
    mine: t`It is about you`,
    leaves: t`Your parts are made of your own data`,
    paths: t`They lead to the signed root`,
    total: t`Every sum fits into the total`,
    balance: t`It says what you had`,
  })[of]

export const stepDetail = (of: StepName): string =>
  ({
    statement: t`Its figures add up, and they are those shown here.`,
    signature: t`Nobody can change the statement any more without being found out.`,
    key: t`A new key must be vouched for by the one before.`,
    chain: t`None was taken back, swapped or left out since you last looked.`,
    mine: t`Your id and your name stand in it, so nobody else can be shown the same parts.`,
    leaves: t`Each amount is split, so that others learn nothing of it; every part is there once.`,
    paths: t`Each step was hashed again on this device.`,
    total: t`Nothing negative can hide what is owed to you.`,
    balance: t`Compared with your statement at that moment.`,
  })[of]

export const whyText = (of: Why): string =>
  ({
    first_sight: t`First seen on this device: from now on it is compared with this one.`,
    nothing_owed: t`You had no money here at that moment, so there is nothing of yours in it.`,
    not_possible_here: t`This could not be checked here. Use a newer browser or the program that checks the saved evidence.`,
    not_a_statement: t`The text is not a statement of this platform.`,
    figures_differ: t`The figures shown are not those that were signed.`,
    signature_is_wrong: t`The signature does not belong to this statement.`,
    key_changed_without_a_word: t`It is signed by a key that the one you know did not vouch for.`,
    proof_went_back: t`An older proof is shown than the one you have already seen.`,
    two_proofs_of_one_number: t`You were shown another proof with this number before.`,
    proof_does_not_follow: t`It does not follow the proof you saw last: one was swapped or left out.`,
    of_somebody_else: t`It is about another member.`,
    leaf_is_impossible: t`A part of it cannot be: it is outside what any proof can hold.`,
    leaf_twice: t`The same part is shown twice, as if it were two.`,
    leaf_missing: t`A part of your money is missing.`,
    path_leads_elsewhere: t`Your parts do not lead to the signed root: they are not in the total.`,
    sum_is_larger_than_the_total: t`A sum on the way is larger than the total.`,
    balance_differs: t`It says another amount than your statement does for that moment.`,
  })[of]

export const kindTitle = (of: Liability): string =>
  ({
    available: t`Available balance`,
    held: t`Held for withdrawals`,
    escrow: t`Left in your campaigns`,
    open_awards: t`Awards you can claim`,
    campaign_fees: t`Service fees not yet earned`,
    level_fees: t`Level fee you can have back`,
    unmatched: t`Money that is nobody’s yet`,
  })[of]
