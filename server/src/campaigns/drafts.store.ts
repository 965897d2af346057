// Before a campaign exists: drafts (encrypted, because the member has not shown them to anybody) and uploaded images.
import type { CampaignDraft } from '@fairturn/contract/campaigns'
import { type Cipher, openCipher } from '../platform/credentials/encryption.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'

export const insertCreative = statement(
  `-- campaigns_keep_creative
  insert into creative (url, member_id, unused_since) values ($url, $member_id, $unused_since)`,
  { params: { url: 'text', member_id: 'uuid', unused_since: 'timestamptz?' } },
)

/** No row for another member's image. Locked, so that the cleanup job re-evaluates it. */
export const useCreative = statement(
  `-- campaigns_use_creative
  update creative set unused_since = null where url = $url and member_id = $member_id returning url`,
  { params: { url: 'text', member_id: 'uuid' }, columns: { url: 'text' } },
)

/** No row if another campaign shows it too. */
export const detachCreative = statement(
  `-- campaigns_leave_creative
  update creative set unused_since = $unused_since
  where url = $url and not exists (select from campaign c where c.creative = $url and c.id <> $campaign_id)`,
  { params: { url: 'text', campaign_id: 'uuid', unused_since: 'timestamptz' } },
)

export const deleteCreatives = statement(
  `-- campaigns_delete_unused_creatives
  delete from creative where unused_since < $before returning url`,
  { params: { before: 'timestamptz' }, columns: { url: 'text' } },
)

/** Either `ciphertext` (encrypted by draftCipher, bound to the member's id) or the older plaintext `draft`. */
export type DraftRow = RowOf<typeof DRAFT_COLUMNS>

const DRAFT_COLUMNS = {
  member_id: 'uuid',
  ciphertext: 'bytea?',
  draft: typed<CampaignDraft | null>('jsonb?'),
  saved_at: 'timestamptz',
} as const

export const selectDraft = statement(
  `-- campaigns_draft
  select member_id, ciphertext, draft, saved_at from campaign_draft where member_id = $member_id`,
  { params: { member_id: 'uuid' }, columns: DRAFT_COLUMNS },
)

export const upsertDraft = statement(
  `-- campaigns_save_draft
  insert into campaign_draft (member_id, ciphertext, saved_at) values ($member_id, $ciphertext, $now)
  on conflict (member_id) do update set ciphertext = excluded.ciphertext, draft = null, saved_at = excluded.saved_at
  returning member_id, ciphertext, draft, saved_at`,
  { params: { member_id: 'uuid', ciphertext: 'bytea', now: 'timestamptz' }, columns: DRAFT_COLUMNS },
)

/** Drafts of closed accounts, and those unchanged for too long. */
export const deleteDrafts = statement(
  `-- campaigns_delete_unused_drafts
  delete from campaign_draft d using member m
  where m.id = d.member_id and (m.closed_at is not null or d.saved_at < $before)`,
  { params: { before: 'timestamptz' } },
)

export const deleteDraft = statement(
  `-- campaigns_forget_draft
  delete from campaign_draft where member_id = $member_id`,
  { params: { member_id: 'uuid' } },
)

/** The member's id is associated data: a draft copied to another member's row does not decrypt. */
export const draftCipher = (secrets: readonly string[]): Cipher =>
  openCipher(secrets, 'fairturn campaign draft 1')

export const encryptDraft = (cipher: Cipher, member_id: string, draft: CampaignDraft): Buffer =>
  cipher.encrypt(member_id, Buffer.from(JSON.stringify(draft)))

/** Null if there is no draft, or if its key is no longer configured: a draft can be typed again. */
export function decryptDraft(cipher: Cipher, row: DraftRow | undefined): CampaignDraft | null {
  if (row === undefined || row.ciphertext === null) return row?.draft ?? null
  try {
    return JSON.parse(cipher.decrypt(row.member_id, row.ciphertext).toString()) as CampaignDraft
  } catch {
    return null
  }
}
