// The home screen's banner: film, poster, captions. The URLs are settings that the app reads; captions are next to the
// film, as `<film>.<locale>.vtt`.
import {
  BANNER_PROPOSAL,
  bannerContent,
  type BannerContent,
  cuesOf,
  type AdminBanner,
  OWN_FILM,
  OWN_POSTER,
} from '@fairturn/contract/backoffice/content'
import { may } from '@fairturn/contract/backoffice/roles'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { refuse } from '../platform/http/refusal.ts'
import { type ProposalKind, recordAuditEvent } from '../staff/staff.ts'
import {
  actorOfChange,
  type ChangeAuthors,
  defineChangeProposal,
  proposeChange,
  type VersionedChange,
} from './change-proposals.ts'
import { useFile } from './content.files.ts'
import { changeBannerFile, settingsOf } from './settings.ts'
import { saveVersion, lastVersions, lockForChange, putsBackApproved } from './versions.ts'

const KEY = 'home'
const UPLOADED = /^\/files\//

const listCaptions = statement(
  `-- content_captions
  select locale, vtt from banner_caption where film = $film`,
  { params: { film: 'text' }, columns: { locale: typed<Locale>('text'), vtt: 'text' } },
)
const findCaption = statement(
  `-- content_caption
  select vtt from banner_caption where film ~ $pattern and locale = $locale`,
  { params: { pattern: 'text', locale: 'text' }, columns: { vtt: 'text' } },
)
const deleteCaptions = statement(
  `-- content_delete_captions
  delete from banner_caption where film = $film`,
  { params: { film: 'text' } },
)
const insertCaptions = statement(
  `-- content_insert_captions
  insert into banner_caption (film, locale, vtt) select $film, * from unnest($locales::text[], $texts::text[])`,
  {
    params: { film: 'text', locales: 'text[]', texts: typed<readonly (string | null)[]>('text[]') },
  },
)

/** The version in force. */
export async function adminBanner(on: Queryable): Promise<AdminBanner> {
  const [content, versions] = await Promise.all([currentBanner(on), lastVersions(on, 'banner')])
  return { ...content, version: versions.get(KEY) ?? 0 }
}

async function currentBanner(on: Queryable): Promise<BannerContent> {
  const { banner_video: film, banner_poster: poster } = await settingsOf(on)
  const rows = await listCaptions.all(on, { film })
  return { film, poster, captions: Object.fromEntries(rows.map(({ locale, vtt }) => [locale, vtt])) }
}

/** Captions of an uploaded film, by its file name without the extension. */
export async function captionsOf(on: Queryable, film: string, locale: Locale): Promise<string | undefined> {
  return (await findCaption.maybe(on, { pattern: `^/files/${film}\\.(mp4|webm)$`, locale }))?.vtt
}

/** Whether the product itself serves a film or picture at an address below /media/. */
export type IsServed = (address: string) => Promise<boolean>

type BannerChange = VersionedChange<BannerContent>

/**
 * Proposes a banner; the product's own and the last approved one are put back at once. Refuses
 * `somebody_else_has_changed_this`, `nothing_would_change`, `file_is_no_longer_here` for a deleted upload, and
 * `film_is_unknown` if the product serves no such file.
 */
export async function changeOrProposeBanner(
  tx: Tx,
  change: BannerChange,
  { operator, isServed }: { readonly operator: Operator; readonly isServed: IsServed },
) {
  const { before, content } = await validate(tx, change)
  await enforceFilesExist(tx, content.film, 'film', isServed)
  await enforceFilesExist(tx, content.poster, 'poster', isServed)
  const takesDown = content.film === OWN_FILM && content.poster === OWN_POSTER
  if (takesDown || (await putsBackApproved(tx, { kind: 'banner', key: KEY, before, after: content }))) {
    const version = await applyBanner(tx, change, operator)
    return { ...content, version, proposal_id: null }
  }
  const proposed = await proposeChange(
    tx,
    bannerProposal,
    { ...change, value: content },
    { before, operator },
  )
  return { ...before, ...proposed }
}

/** The current and the wanted banner, which differ. Locked until the transaction ends. */
async function validate(tx: Tx, { value, expected }: BannerChange) {
  await lockForChange(tx, { kind: 'banner', key: KEY, expected })
  const before = await currentBanner(tx)
  const content = whole(value)
  if (JSON.stringify(whole(before)) === JSON.stringify(content)) throw refuse('nothing_would_change')
  return { before, content }
}

async function applyBanner(tx: Tx, change: BannerChange, authors: ChangeAuthors): Promise<number> {
  const { before, content } = await validate(tx, change)
  if (UPLOADED.test(content.film)) await useFile(tx, content.film, 'film')
  if (UPLOADED.test(content.poster)) await useFile(tx, content.poster, 'poster')
  const { reason, expected, restored_from } = change
  const { operator_id, approved_by } = authors
  const kept = { reason, expected, restored_from, operator_id, approved_by }
  const version = await saveVersion(tx, { ...kept, kind: 'banner', key: KEY, content, before })
  await changeBannerFile(tx, 'banner_video', content.film)
  await changeBannerFile(tx, 'banner_poster', content.poster)
  const captions = Object.entries(content.captions)
  await deleteCaptions.all(tx, { film: content.film })
  await insertCaptions.all(tx, {
    film: content.film,
    locales: captions.map(([locale]) => locale),
    texts: captions.map(([, vtt]) => vtt ?? null),
  })
  await recordAuditEvent(tx, {
    actor: actorOfChange(authors),
    action: 'banner_changed',
    object: { kind: 'banner', id: KEY },
    reason,
    before: snapshotOf(before),
    after: { ...snapshotOf(content), restored_from: restored_from ?? null },
  })
  return version
}

/** Whether the product serves a bundled film was checked when it was proposed. */
export const bannerProposal: ProposalKind = defineChangeProposal({
  kind: BANNER_PROPOSAL,
  value: bannerContent.strict(),
  roles: may.change_content,
  apply: applyBanner,
})

/** In canonical order; bundled films have their own captions, so none are stored for them. */
function whole({ film, poster, captions }: BannerContent): BannerContent {
  const own = LOCALES.flatMap((locale) => {
    const vtt = UPLOADED.test(film) ? captions[locale] : undefined
    return vtt === undefined || cuesOf(vtt) === undefined ? [] : [[locale, vtt] as const]
  })
  return { film, poster, captions: Object.fromEntries(own) }
}

async function enforceFilesExist(
  tx: Tx,
  address: string,
  kind: 'film' | 'poster',
  isServed: IsServed,
): Promise<void> {
  if (address === OWN_FILM || address === OWN_POSTER) return
  if (UPLOADED.test(address)) await useFile(tx, address, kind)
  else if (!(await isServed(address))) throw refuse('film_is_unknown', { address })
}

const snapshotOf = ({ film, poster, captions }: BannerContent) => ({
  film,
  poster,
  captions: Object.keys(captions).join(' '),
})
