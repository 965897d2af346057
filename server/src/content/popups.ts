// The popup per language; without one, the product's default picture.
import {
  type AdminPopup,
  POPUP_PROPOSAL,
  popupContent,
  type PopupContent,
} from '@fairturn/contract/backoffice/content'
import { may } from '@fairturn/contract/backoffice/roles'
import { locale } from '@fairturn/contract/fields'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'
import type en from '../platform/texts/en/pictures.json'
import { textsOf } from '../platform/texts/texts.ts'
import { type ProposalKind, recordAuditEvent } from '../staff/staff.ts'
import {
  actorOfChange,
  type ChangeAuthors,
  defineChangeProposal,
  proposeChange,
  type VersionedChange,
} from './change-proposals.ts'
import { useFile } from './content.files.ts'
import { saveVersion, lastVersions, lockForChange, putsBackApproved } from './versions.ts'

type CurrentPopup = PopupContent & { readonly updated_at?: Date }

const POPUP_COLUMNS = { is_on: 'bool', image: 'text?', alt: 'text?', updated_at: 'timestamptz' } as const

const findPopup = statement(
  `-- content_popup
  select is_on, image, alt, updated_at from popup where locale = $locale`,
  { params: { locale: 'text' }, columns: POPUP_COLUMNS },
)
const listPopups = statement(
  `-- content_popups
  select locale, is_on, image, alt, updated_at from popup`,
  { columns: { ...POPUP_COLUMNS, locale: typed<Locale>('text') } },
)
const putPopup = statement(
  `-- content_put_popup
  insert into popup (locale, is_on, image, alt, updated_at) values ($locale, $is_on, $image, $alt, $updated_at)
  on conflict (locale) do update
    set is_on = excluded.is_on, image = excluded.image, alt = excluded.alt, updated_at = excluded.updated_at`,
  {
    params: { ...POPUP_COLUMNS, locale: 'text' },
  },
)

const OF_THE_PRODUCT: PopupContent = { is_on: true, image: null, alt: null }
/** What the product's own picture says in words. */
const pictureTexts = await textsOf<Readonly<Record<keyof typeof en, string>>>('pictures')
const productImage = (locale: Locale) => `/popup/${locale}.webp`

/** As shown to members: no image if it is off; version `default` is the product's picture. Also the image of each language. */
export async function shownPopup(on: Queryable, locale: Locale) {
  const own = new Map((await listPopups.all(on)).map((row) => [row.locale, row]))
  const images = Object.fromEntries(
    LOCALES.map((each) => [each, popupIn(each, own.get(each) ?? OF_THE_PRODUCT).image]),
  ) as Record<Locale, string | null>
  return { ...images, ...popupIn(locale, own.get(locale) ?? OF_THE_PRODUCT) }
}

function popupIn(locale: Locale, { is_on, image, alt, updated_at }: CurrentPopup) {
  if (!is_on) return { image: null, alt: null, version: updated_at!.toISOString() }
  if (image === null)
    return { image: productImage(locale), alt: pictureTexts[locale].popup, version: 'default' }
  return { image, alt, version: updated_at!.toISOString() }
}

async function currentPopup(on: Queryable, locale: Locale): Promise<CurrentPopup> {
  return (await findPopup.maybe(on, { locale })) ?? OF_THE_PRODUCT
}

export async function allPopups(on: Queryable): Promise<AdminPopup[]> {
  const [rows, versions] = await Promise.all([listPopups.all(on), lastVersions(on, 'popup')])
  const own = new Map(rows.map((row) => [row.locale, row]))
  return LOCALES.map((locale) => onWire(locale, own.get(locale) ?? OF_THE_PRODUCT, versions.get(locale) ?? 0))
}

const onWire = (locale: Locale, { is_on, image, alt }: PopupContent, version: number): AdminPopup => ({
  locale,
  version,
  is_on,
  image,
  alt,
  shown: image ?? productImage(locale),
})

type PopupChange = VersionedChange<PopupContent & { readonly locale: Locale }>

/**
 * Proposes a popup; turned off, back to the product's picture, or back to the last approved one it changes at once. Refuses
 * `somebody_else_has_changed_this`, `nothing_would_change`, `field_is_required`, `file_is_no_longer_here`.
 */
export async function changeOrProposePopup(tx: Tx, change: PopupChange, operator: Operator) {
  const { locale } = change.value
  const { before, content } = await validate(tx, change)
  const takesDown =
    (!content.is_on && content.image === before.image && content.alt === before.alt) ||
    isSame(content, OF_THE_PRODUCT)
  const putsBack = await putsBackApproved(tx, { kind: 'popup', key: locale, before, after: content })
  if (takesDown || putsBack) {
    const version = await applyPopup(tx, change, operator)
    return { ...onWire(locale, content, version), version, proposal_id: null }
  }
  const value = { locale, ...content }
  const proposed = await proposeChange(tx, popupProposal, { ...change, value }, { before, operator })
  return { ...onWire(locale, before, change.expected), ...proposed }
}

/** The current and the wanted popup, which differ. Locked until the transaction ends. */
async function validate(tx: Tx, { value: { locale, ...wanted }, expected }: PopupChange) {
  await lockForChange(tx, { kind: 'popup', key: locale, expected })
  const { is_on, image, alt } = await currentPopup(tx, locale)
  const before: PopupContent = { is_on, image, alt }
  const content = { ...wanted, alt: wanted.image === null ? null : wanted.alt }
  if (content.image !== null && content.alt === null) throw refuseField('field_is_required', 'alt')
  if (isSame(before, content)) throw refuse('nothing_would_change')
  if (content.image !== null) await useFile(tx, content.image, 'popup')
  return { before, content }
}

async function applyPopup(tx: Tx, change: PopupChange, authors: ChangeAuthors): Promise<number> {
  const { locale } = change.value
  const { before, content } = await validate(tx, change)
  const { reason, expected, restored_from } = change
  const { operator_id, approved_by } = authors
  const kept = { reason, expected, restored_from, operator_id, approved_by }
  const version = await saveVersion(tx, { ...kept, kind: 'popup', key: locale, content, before })
  await putPopup.all(tx, {
    locale,
    is_on: content.is_on,
    image: content.image,
    alt: content.alt,
    updated_at: tx.now,
  })
  await recordAuditEvent(tx, {
    actor: actorOfChange(authors),
    action: 'popup_changed',
    object: { kind: 'popup', id: locale },
    reason,
    before: { ...before },
    after: { ...content, restored_from: restored_from ?? null },
  })
  return version
}

export const popupProposal: ProposalKind = defineChangeProposal({
  kind: POPUP_PROPOSAL,
  value: popupContent.extend({ locale }).strict(),
  subjects: ({ locale: of }) => [{ after: { locale: of } }],
  roles: may.change_content,
  apply: applyPopup,
})

const isSame = (one: PopupContent, other: PopupContent) =>
  one.is_on === other.is_on && one.image === other.image && one.alt === other.alt
