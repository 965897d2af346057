// Why a visit was counted or not, in plain words. The rules themselves are the server's; here they are only said.
import { plural, t } from '@lingui/core/macro'
import type { VisitReason } from '@fairturn/contract/tracking'

/** `waiting` is none yet: the advertiser has to confirm the visit. */
export type Verdict = 'verified' | 'waiting' | VisitReason

/** What the bar shows as one part. */
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

const group_texts: Readonly<Record<VerdictGroup, (count: number) => string>> = {
  verified: (count) => plural(count, { one: '# verified', other: '# verified' }),
  waiting: (count) => plural(count, { one: '# waiting', other: '# waiting' }),
  looked: (count) => plural(count, { one: '# only looked', other: '# only looked' }),
  people: (count) => plural(count, { one: '# refused', other: '# refused' }),
  machines: (count) => plural(count, { one: '# program', other: '# programs' }),
}

export const groupText = (group: VerdictGroup, count: number): string => group_texts[group](count)

interface Words {
  title: string
  /** A sentence; '' where the title says it all. */
  why: string
}

/** Functions, for the words depend on the language of the moment. */
const words: Readonly<Record<Verdict, () => Words>> = {
  verified: () => ({ title: t`Verified`, why: '' }),
  waiting: () => ({
    title: t`Waiting`,
    why: t`It passed every rule. It counts when the advertiser’s page or server has confirmed it.`,
  }),
  not_continued: () => ({
    title: t`Only looked`,
    why: t`The page was opened, but Continue was not pressed.`,
  }),
  not_a_page_view: () => ({
    title: t`No page view`,
    why: t`A program asked about the link without opening the page.`,
  }),
  prefetch: () => ({
    title: t`Loaded ahead`,
    why: t`A browser fetched the page in case somebody would open it.`,
  }),
  preview: () => ({ title: t`Preview`, why: t`A chat or network fetched the page to show a preview of it.` }),
  bot: () => ({ title: t`Program`, why: t`A known program came, not a person.` }),
  scanner: () => ({
    title: t`Link scanner`,
    why: t`A program that checks links for safety pressed Continue, under a browser’s name.`,
  }),
  link_not_active: () => ({ title: t`Link not live`, why: t`It came when the order was over.` }),
  token_invalid: () => ({
    title: t`Not genuine`,
    why: t`Continue was not sent from the page this visitor was given.`,
  }),
  token_used: () => ({ title: t`Sent twice`, why: t`Continue of the same page had been pressed before.` }),
  too_fast: () => ({
    title: t`Too fast`,
    why: t`Continue was pressed in less than a second: nobody reads that fast.`,
  }),
  too_late: () => ({ title: t`Too late`, why: t`Continue was pressed more than ten minutes after opening.` }),
  own_visit: () => ({ title: t`Own visit`, why: t`It came from a device that you or the advertiser use.` }),
  own_network: () => ({
    title: t`Your own network`,
    why: t`More than five came within a day from a network that you or the advertiser use.`,
  }),
  repeated: () => ({
    title: t`Came again`,
    why: t`This visitor was counted for this campaign within the last day.`,
  }),
  network_pace: () => ({
    title: t`Many from one network`,
    why: t`Too many came from the same network within an hour or a day.`,
  }),
  order_pace: () => ({ title: t`Too many at once`, why: t`More came within one minute than people make.` }),
  carrier_pace: () => ({
    title: t`Too many for one member`,
    why: t`All your orders together had more within an hour or a day than people make.`,
  }),
  campaign_pace: () => ({
    title: t`Too many for the campaign`,
    why: t`Visits came faster than this campaign may use up its budget. It does not lower your quality.`,
  }),
  order_complete: () => ({
    title: t`Target reached`,
    why: t`All the visits wanted had been verified already.`,
  }),
  not_confirmed: () => ({
    title: t`Not confirmed`,
    why: t`The advertiser’s page or server did not confirm it in time. It does not lower your quality.`,
  }),
  review: () => ({
    title: t`Refused in review`,
    why: t`An operator looked at this order’s visits and did not accept it.`,
  }),
}

export const verdictWords = (verdict: Verdict): Words => words[verdict]()
