// The home screen's banner: film, poster, captions. The URLs are settings that the app reads; captions are next to the
// film, as `<film>.<locale>.vtt`.
import {
  type BannerContent,
  cuesOf,
  type AdminBanner,
  OWN_FILM,
  OWN_POSTER,
} from '@fairturn/contract/backoffice/content'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import { actorOf, recordAuditEvent } from '../staff/staff.ts'
import { useFile } from './content.files.ts'
import type { Change } from './page-changes.ts'
import { changeBannerFile, settingsOf } from './settings.ts'
import { saveVersion, lastVersions, lockForChange } from './versions.ts'

const KEY = 'home'
const UPLOADED = /^\/files\//

const listCaptions = statement<{ locale: Locale; vtt: string }>(`-- content_captions
  select locale, vtt from banner_caption where film = $1`)
const findCaption = statement<{ vtt: string }>(`-- content_caption
  select vtt from banner_caption where film ~ $1 and locale = $2`)
const deleteCaptions = statement(`-- content_delete_captions
  delete from banner_caption where film = $1`)
const insertCaptions = statement(`-- content_insert_captions
  insert into banner_caption (film, locale, vtt) select $1, * from unnest($2::text[], $3::text[])`)

/** The version in force. */
export async function adminBanner(on: Queryable): Promise<AdminBanner> {
  const [content, versions] = await Promise.all([currentBanner(on), lastVersions(on, 'banner')])
  return { ...content, version: versions.get(KEY) ?? 0 }
}

async function currentBanner(on: Queryable): Promise<BannerContent> {
  const { banner_video: film, banner_poster: poster } = await settingsOf(on)
  const rows = await listCaptions.all(on, film)
  return { film, poster, captions: Object.fromEntries(rows.map(({ locale, vtt }) => [locale, vtt])) }
}

/** Captions of an uploaded film, by its file name without the extension. */
export async function captionsOf(on: Queryable, film: string, locale: Locale): Promise<string | undefined> {
  return (await findCaption.maybe(on, `^/files/${film}\\.(mp4|webm)$`, locale))?.vtt
}

/** Whether the product itself serves a film or picture at an address below /media/. */
export type IsServed = (address: string) => Promise<boolean>

/**
 * Refuses `somebody_else_has_changed_this`, `nothing_would_change`, `file_is_no_longer_here` for a deleted upload, and
 * `film_is_unknown` if the product serves no such file.
 */
export async function changeBanner(
  tx: Tx,
  change: Change<BannerContent>,
  isServed: IsServed,
): Promise<AdminBanner> {
  const { operator_id, ...kept } = change
  await lockForChange(tx, { kind: 'banner', key: KEY, expected: kept.expected })
  const before = await currentBanner(tx)
  const content = whole(kept.content)
  if (JSON.stringify(whole(before)) === JSON.stringify(content)) throw refuse('nothing_would_change')
  await enforceFilesExist(tx, content.film, 'film', isServed)
  await enforceFilesExist(tx, content.poster, 'poster', isServed)
  const version = await saveVersion(tx, { ...kept, kind: 'banner', key: KEY, content, before, operator_id })
  await changeBannerFile(tx, 'banner_video', content.film)
  await changeBannerFile(tx, 'banner_poster', content.poster)
  const captions = Object.entries(content.captions)
  await deleteCaptions.all(tx, content.film)
  await insertCaptions.all(
    tx,
    content.film,
    captions.map(([locale]) => locale),
    captions.map(([, vtt]) => vtt),
  )
  await recordAuditEvent(tx, {
    actor: actorOf({ operator_id }),
    action: 'banner_changed',
    object: { kind: 'banner', id: KEY },
    reason: kept.reason,
    before: stateOf(before),
    after: { ...stateOf(content), restored_from: kept.restored_from ?? null },
  })
  return { ...content, version }
}

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

const stateOf = ({ film, poster, captions }: BannerContent) => ({
  film,
  poster,
  captions: Object.keys(captions).join(' '),
})
