// Before a campaign exists: drafts (encrypted, because the member has not shown them to anybody), uploaded images, landing
// page checks.
import type { CampaignDraft, LANDING_REMARKS, LandingProblem } from '@fairturn/contract/campaigns'
import { type Cipher, openCipher } from '../platform/credentials/encryption.ts'
import { statement } from '../platform/database/statement.ts'

export type LandingRemark = (typeof LANDING_REMARKS)[number]

export interface LandingRow {
  readonly landing_url: string
  readonly problem: LandingProblem | null
  readonly remarks: LandingRemark[]
  readonly final_host: string | null
  readonly title: string | null
  readonly checked_at: Date
}

const LANDING = `landing_url, problem, remarks, final_host, title, checked_at`

export const selectLanding = statement<LandingRow>(`-- campaigns_landing
  select ${LANDING} from landing_check where member_id = $1 and landing_url = $2`)

export const upsertLanding = statement<LandingRow>(`-- campaigns_keep_landing
  insert into landing_check (member_id, landing_url, problem, remarks, final_host, title, checked_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (member_id, landing_url) do update set problem = excluded.problem, remarks = excluded.remarks,
    final_host = excluded.final_host, title = excluded.title, checked_at = excluded.checked_at
  returning ${LANDING}`)

export const deleteLandings = statement(`-- campaigns_delete_unused_landings
  delete from landing_check l where checked_at < $1 and not exists (
    select from campaign c where c.member_id = l.member_id and c.landing_url = l.landing_url and c.status in ('unpaid', 'review'))`)

export const insertCreative = statement(`-- campaigns_keep_creative
  insert into creative (url, member_id, unused_since) values ($1, $2, $3)`)

/** No row for another member's image. Locked, so that the cleanup job re-evaluates it. */
export const useCreative = statement<{ url: string }>(`-- campaigns_use_creative
  update creative set unused_since = null where url = $1 and member_id = $2 returning url`)

/** No row if another campaign shows it too. */
export const detachCreative = statement(`-- campaigns_leave_creative
  update creative set unused_since = $3
  where url = $1 and not exists (select from campaign c where c.creative = $1 and c.id <> $2)`)

export const deleteCreatives = statement<{ url: string }>(`-- campaigns_delete_unused_creatives
  delete from creative where unused_since < $1 returning url`)

/** Either `ciphertext` (encrypted by draftCipher, bound to the member's id) or the older plaintext `draft`. */
export interface DraftRow {
  readonly member_id: string
  readonly ciphertext: Buffer | null
  readonly draft: CampaignDraft | null
  readonly saved_at: Date
}

export const selectDraft = statement<DraftRow>(`-- campaigns_draft
  select member_id, ciphertext, draft, saved_at from campaign_draft where member_id = $1`)

export const upsertDraft = statement<DraftRow>(`-- campaigns_save_draft
  insert into campaign_draft (member_id, ciphertext, saved_at) values ($1, $2, $3)
  on conflict (member_id) do update set ciphertext = excluded.ciphertext, draft = null, saved_at = excluded.saved_at
  returning member_id, ciphertext, draft, saved_at`)

/** Drafts of closed accounts, and those unchanged for too long. */
export const deleteDrafts = statement(`-- campaigns_delete_unused_drafts
  delete from campaign_draft d using member m
  where m.id = d.member_id and (m.closed_at is not null or d.saved_at < $1)`)

export const deleteDraft = statement(`-- campaigns_forget_draft
  delete from campaign_draft where member_id = $1`)

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
