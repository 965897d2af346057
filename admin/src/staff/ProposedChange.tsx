import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { BROADCAST_PROPOSAL, type BroadcastTexts } from '@fairturn/contract/backoffice/broadcasts'
import {
  BANNER_PROPOSAL,
  type BannerContent,
  type PageContent,
  PAGES_PROPOSAL,
  POPUP_PROPOSAL,
  type PopupContent,
  RECEIVING_PAGE_PROPOSAL,
} from '@fairturn/contract/backoffice/content'
import { type LevelOfTable, LEVELS_PROPOSAL } from '@fairturn/contract/backoffice/levels'
import { proposalOf, SETTING_NAMES } from '@fairturn/contract/backoffice/settings'
import { TERMS_PROPOSAL } from '@fairturn/contract/backoffice/terms'
import type { PageName } from '@fairturn/contract/content'
import type { Locale } from '@fairturn/contract/locales'
// Shows what a proposal would change: the current value struck through, and the proposed one; for pages and pictures also
// a preview.
import { Alert, Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useLanguageName } from '../components/Languages.tsx'
import { useBannerProperties } from '../content/banner-properties.ts'
import { Changes } from '../content/Changes.tsx'
import type { Properties } from '../content/difference.ts'
import { usePageProperties } from '../content/page-properties.ts'
import { PagePreview } from '../content/PagePreview.tsx'
import { usePopupProperties } from '../content/popup-properties.ts'
import { useValueProperties } from '../content/setting-fields.tsx'
import { useLevelProperties } from '../levels/level-properties.ts'

type ProposedPage = PageContent & { name: PageName; locale: Locale; before: string }
type Content = Proposal['content']
interface Shown {
  before: Properties
  after: Properties
}

/** Fields of the content that it shows, so that they are not listed again. */
const SHOWN = new Set(['before', 'after', 'pages', 'texts'])
export const isShown = (kind: string, field: string): boolean => SHOWN.has(field) && kind !== ''

/** Returns the function that lists a proposal's texts before and after; undefined for kinds that change no text. */
export function useProposedChange(kind: string): ((content: Content) => Shown) | undefined {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const propertiesOfLevels = useLevelProperties()
  const propertiesOfPage = usePageProperties()
  const propertiesOfPopup = usePopupProperties()
  const propertiesOfBanner = useBannerProperties()
  const propertiesOfValue = useValueProperties()
  const both = (propertiesOf: (value: never) => Properties) => (content: Content) => ({
    before: propertiesOf(content['before'] as never),
    after: propertiesOf(content['after'] as never),
  })
  if (kind === LEVELS_PROPOSAL) return both((value: LevelOfTable[]) => propertiesOfLevels(value))
  if (kind === POPUP_PROPOSAL) return both((value: PopupContent) => propertiesOfPopup(value))
  if (kind === BANNER_PROPOSAL) return both((value: BannerContent) => propertiesOfBanner(value))
  if (kind === PAGES_PROPOSAL || kind === RECEIVING_PAGE_PROPOSAL || kind === TERMS_PROPOSAL)
    return ({ pages }) => {
      const named = (textOf: (page: ProposedPage) => string | null) =>
        Object.fromEntries(
          (pages as ProposedPage[]).map((page) => [
            `${translate(`site.names.${page.name}`)}, ${nameOf(page.locale)}`,
            Object.values(propertiesOfPage({ html: textOf(page) }))[0] ?? '',
          ]),
        )
      return { before: named(({ before }) => before), after: named(({ html }) => html) }
    }
  if (kind === BROADCAST_PROPOSAL)
    return ({ texts }) => ({
      before: {},
      after: Object.fromEntries(
        Object.entries(texts as BroadcastTexts).map(([locale, message]) => [
          nameOf(locale as Locale),
          message === undefined ? '' : `${message.title}\n${message.text}`,
        ]),
      ),
    })
  if (kind.startsWith('text_of_'))
    return ({ texts }) => ({
      before: {},
      after: Object.fromEntries(
        Object.entries(texts as Readonly<Record<string, string>>).map(([name, text]) => [
          translate(`support.texts.${name}`, { _: name }),
          text,
        ]),
      ),
    })
  const setting = SETTING_NAMES.find((name) => proposalOf(name) === kind)
  return setting && both((value: unknown) => propertiesOfValue(setting, value))
}

export function ProposedChange({
  proposal: { kind, content },
  changeOf,
}: {
  proposal: Proposal
  changeOf: (content: Content) => Shown
}) {
  const pages = (content['pages'] ?? []) as ProposedPage[]
  const picture = kind === POPUP_PROPOSAL ? (content['after'] as PopupContent).image : null
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Changes {...changeOf(content)} />
      {picture !== null && <img src={picture} alt="" width={250} loading="lazy" />}
      {pages.map(
        ({ html, ...page }) =>
          html !== null && <PagePreview key={`${page.name} ${page.locale}`} {...page} html={html} />,
      )}
    </Box>
  )
}

const TEXTS_OF_MONEY = {
  payer: 'approvals.other_payer',
  deposit: 'approvals.names_deposit',
  payout: 'approvals.names_payout',
} as const
type MoneyKind = keyof typeof TEXTS_OF_MONEY
const isOfMoney = (kind: string): kind is MoneyKind => Object.hasOwn(TEXTS_OF_MONEY, kind)

/** Money that goes to somebody of another name than who paid it, or elsewhere than the bank's text says. */
export function MoneyFindings({ found }: { found: Proposal['found'] }) {
  const translate = useTranslate()
  return found.map(
    ({ kind, text }) =>
      isOfMoney(kind) && (
        <Alert key={`${kind} ${text}`} severity="warning">
          {translate(TEXTS_OF_MONEY[kind], { payer: text, named: text })}
        </Alert>
      ),
  )
}

/** What leads a reader to somebody: the second person looks at it before anything else. */
export function FoundContacts({ found: all }: { found: Proposal['found'] }) {
  const translate = useTranslate()
  const found = all.filter(({ kind }) => !isOfMoney(kind))
  if (found.length === 0) return null
  return (
    <Alert severity="warning">
      {translate('approvals.found')}
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {found.map(({ kind, text }) => (
          <li key={`${kind} ${text}`}>
            {translate(`approvals.found_kinds.${kind}`)}: <b>{text}</b>
          </li>
        ))}
      </Box>
    </Alert>
  )
}
