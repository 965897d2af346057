import type { Campaign, CampaignKind, CampaignStatus, Verification } from '@fairturn/contract/campaigns'
import { LANGUAGES, type Locale } from '@fairturn/contract/locales'
import type { VisitReason } from '@fairturn/contract/tracking'
import { t } from '@lingui/core/macro'
import { verdictText } from '../tracking/reasons.ts'

const statuses: Readonly<Record<CampaignStatus, () => string>> = {
  unpaid: () => t({ message: 'unpaid', context: 'status of a campaign' }),
  review: () => t({ message: 'in review', context: 'status of a campaign' }),
  active: () => t({ message: 'active', context: 'status of a campaign' }),
  paused: () => t({ message: 'paused', context: 'status of a campaign' }),
  finished: () => t({ message: 'finished', context: 'status of a campaign' }),
  rejected: () => t({ message: 'rejected', context: 'status of a campaign' }),
  cancelled: () => t({ message: 'cancelled', context: 'status of a campaign' }),
}
export const campaignStatusText = (status: CampaignStatus): string => statuses[status]()

/** Amber while the placer's money is pending, red for a failure, grey for what is over. */
export const campaignTone = ({ status }: Campaign) =>
  (
    {
      unpaid: 'award',
      review: 'award',
      active: 'action',
      paused: 'quiet',
      finished: 'quiet',
      rejected: 'loss',
      cancelled: 'quiet',
    } as const
  )[status]

const kinds: Readonly<Record<CampaignKind, () => string>> = {
  visit: () => t({ message: 'Visits', context: 'what a campaign asks for' }),
  sign_up: () => t({ message: 'Sign-ups', context: 'what a campaign asks for' }),
  purchase: () => t({ message: 'Purchases', context: 'what a campaign asks for' }),
  lead: () => t({ message: 'Leads', context: 'what a campaign asks for: inquiries of possible customers' }),
}
export const kindText = (kind: CampaignKind): string => kinds[kind]()

const verifications: Readonly<Record<Verification, () => { title: string; detail: string }>> = {
  page: () => ({
    title: t`Our link page`,
    detail: t`A visit counts when someone presses Continue and passes all checks. It shows that a page was opened, not that a person read yours. No setup needed.`,
  }),
  beacon: () => ({
    title: t`A script on your page`,
    detail: t`A visit counts when your page was also visible for five seconds. A program can send that, too.`,
  }),
  postback: () => ({
    title: t`Your server (postback)`,
    detail: t`A visit counts when your server also confirms it to ours. Only what you earn from makes a fake visit cost more than it pays.`,
  }),
}
export const verificationText = (verification: Verification) => verifications[verification]()

/** Wording for the placer, for reasons whose usual text addresses the carrier. */
const placers: Readonly<Partial<Record<VisitReason, () => { title: string; why: string }>>> = {
  own_visit: () => ({
    title: t`Own visit`,
    why: t`It came from a device used by you or the member who shared the link.`,
  }),
  own_network: () => ({
    title: t`Own network`,
    why: t`More than five in a day came from a network used by you or the member who shared the link.`,
  }),
  carrier_pace: () => ({
    title: t`Too many for one member`,
    why: t`One member’s orders received more visits in an hour or a day, or from one place, than is plausible.`,
  }),
  campaign_pace: () => ({
    title: t`Too many for the campaign`,
    why: t`Visits came faster than your campaign’s budget limit allows.`,
  }),
}
export const reasonText = (reason: VisitReason) => placers[reason]?.() ?? verdictText(reason)

export const languageName = (locale: Locale): string => LANGUAGES[locale].name
