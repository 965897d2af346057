// Drafts of campaigns are stored encrypted: the member has shown them to nobody yet.
import type { CampaignDraft } from '@fairturn/contract/campaigns'
import { type Cipher, openCipher } from '../credentials/encryption.ts'
import type { DraftRow } from './drafts.store.ts'

/** Associated data is the member's id: a draft copied to another member's row does not decrypt. */
export const draftCipher = (secrets: readonly string[]): Cipher =>
  openCipher(secrets, 'fairturn campaign draft 1')

export const encryptDraft = (cipher: Cipher, member_id: string, draft: CampaignDraft): Buffer =>
  cipher.encrypt(member_id, Buffer.from(JSON.stringify(draft)))

/** Null where there is none, and where its key is no longer configured: a draft can be typed again. */
export function decryptDraft(cipher: Cipher, row: DraftRow | undefined): CampaignDraft | null {
  if (row === undefined || row.sealed === null) return row?.draft ?? null
  try {
    return JSON.parse(cipher.decrypt(row.member_id, row.sealed).toString()) as CampaignDraft
  } catch {
    return null
  }
}
