import type { VisitReason } from '@fairturn/contract/tracking'
// Why a visit was counted or not, in plain words. The rules are on the server.
import { plural, t } from '@lingui/core/macro'

/** `waiting` is not a verdict yet: the advertiser has to confirm the visit. */
export type Verdict = 'verified' | 'waiting' | VisitReason

/** The groups into which the bar combines verdicts. */
export type VerdictGroup = 'verified' | 'waiting' | 'looked' | 'people' | 'machines'

const groups: Readonly<Partial<Record<Verdict, VerdictGroup>>> = {
  verified: 'verified',
  waiting: 'waiting',
  not_continued: 'looked',
  not_a_page_view: 'machines',
  prefetch: 'machines',
  preview: 'machines',
  bot: 'machines',
  scanner: 'machines',
}

export const groupOf = (verdict: Verdict): VerdictGroup => groups[verdict] ?? 'people'

const groupTexts: Readonly<Record<VerdictGroup, (count: number) => string>> = {
  verified: (count) => plural(count, { one: '# verified', other: '# verified' }),
  waiting: (count) => plural(count, { one: '# waiting', other: '# waiting' }),
  looked: (count) => plural(count, { one: '# not continued', other: '# not continued' }),
  people: (count) => plural(count, { one: '# refused', other: '# refused' }),
  machines: (count) => plural(count, { one: '# bot', other: '# bots' }),
}

export const groupText = (group: VerdictGroup, count: number): string => groupTexts[group](count)

interface ReasonText {
  title: string
  /** A sentence; '' if the title needs no explanation. */
  why: string
}

/** Functions, because the texts depend on the current language. */
const words: Readonly<Record<Verdict, () => ReasonText>> = {
  verified: () => ({ title: t`Verified`, why: '' }),
  waiting: () => ({
    title: t`Waiting`,
    why: t`It passed all checks. It counts once the advertiser’s page or server confirms it.`,
  }),
  not_continued: () => ({
    title: t`Not continued`,
    why: t`The page was opened, but Continue was not pressed.`,
  }),
  not_a_page_view: () => ({
    title: t`No page view`,
    why: t`A bot checked the link without opening the page.`,
  }),
  prefetch: () => ({
    title: t`Prefetch`,
    why: t`A browser loaded the page in advance.`,
  }),
  preview: () => ({ title: t`Preview`, why: t`A chat app or social network loaded a preview.` }),
  bot: () => ({ title: t`Bot`, why: t`A known bot, not a person.` }),
  scanner: () => ({
    title: t`Link scanner`,
    why: t`A security scanner pressed Continue, posing as a browser.`,
  }),
  link_not_active: () => ({ title: t`Link not active`, why: t`It came after the order had ended.` }),
  token_invalid: () => ({
    title: t`Invalid`,
    why: t`Continue was not pressed on the page we showed this visitor.`,
  }),
  token_used: () => ({ title: t`Duplicate`, why: t`Continue had already been pressed on this page.` }),
  too_fast: () => ({
    title: t`Too fast`,
    why: t`Continue was pressed in less than 0,8 seconds.`,
  }),
  too_late: () => ({ title: t`Too late`, why: t`Continue was pressed more than ten minutes after opening.` }),
  own_visit: () => ({ title: t`Own visit`, why: t`It came from a device used by you or the advertiser.` }),
  own_network: () => ({
    title: t`Your own network`,
    why: t`More than five in a day came from a network used by you or the advertiser.`,
  }),
  repeated: () => ({
    title: t`Repeat visit`,
    why: t`This visitor was already counted for this campaign in the last 24 hours.`,
  }),
  address_pace: () => ({
    title: t`Too many from one address`,
    why: t`Too many came from the same internet connection within a day.`,
  }),
  network_pace: () => ({
    title: t`Too many from one network`,
    why: t`Too many came from the same network within an hour or a day.`,
  }),
  order_pace: () => ({
    title: t`Too many at once`,
    why: t`More visits came in one minute than is plausible.`,
  }),
  carrier_pace: () => ({
    title: t`Too many for one member`,
    why: t`Your orders received more visits in an hour or a day, or from one place, than is plausible.`,
  }),
  campaign_pace: () => ({
    title: t`Too many for the campaign`,
    why: t`Visits came faster than the campaign’s budget limit allows. This does not lower your quality.`,
  }),
  order_complete: () => ({
    title: t`Target reached`,
    why: t`The target had already been reached.`,
  }),
  not_confirmed: () => ({
    title: t`Not confirmed`,
    why: t`The advertiser’s page or server did not confirm it in time. This does not lower your quality.`,
  }),
  review: () => ({
    title: t`Refused in review`,
    why: t`Our team reviewed this order and refused this visit.`,
  }),
}

export const verdictText = (verdict: Verdict): ReasonText => words[verdict]()
