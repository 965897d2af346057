// Exports a campaign's visits to a file, with pseudonyms generated per file. Written to an unlinked temporary file first,
// so that a slow client occupies neither a connection nor memory.
import { createHmac, randomBytes } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Campaign } from '../campaigns/campaigns.ts'
import { settingsOf } from '../content/content.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { type ExportedVisit, exportedVisits, verifiedInPeriod } from './results.store.ts'
import type { Period } from './results.ts'
import { RULES_VERSION } from './rules.ts'
import { headOf, lineOf } from './visit-csv.ts'
import { dayOf } from './visitor.ts'

/** Hashed without a pause, so that other requests wait a few milliseconds. */
const LINES_AT_ONCE = 200
/** In this process: each occupies a database connection for up to minutes. */
const MAX_AT_ONCE = 2
/** Placers whose file is being written. */
const exporting = new Set<string>()
const PSEUDONYM_HEX = 16

/**
 * The bill (verified visits × price), followed by the visits of a period in the order they were judged, from one
 * snapshot. Refuses `too_many_requests` during another export of the placer, and `service_is_busy` during those of others.
 */
export async function exportVisits(
  database: Database,
  campaign: Campaign,
  period: Period,
): Promise<Readable> {
  const { member_id } = campaign
  if (exporting.has(member_id)) throw refuse('too_many_requests')
  if (exporting.size >= MAX_AT_ONCE) throw refuse('service_is_busy')
  exporting.add(member_id)
  try {
    return await writeFile(database, campaign, period)
  } finally {
    exporting.delete(member_id)
  }
}

async function writeFile(database: Database, campaign: Campaign, period: Period): Promise<Readable> {
  const file = await namelessFile()
  try {
    const head = await database.transaction(async (tx) => {
      await tx.query({ text: 'set transaction isolation level repeatable read read only' })
      await file.truncate(0)
      return await writeLines(tx, file, campaign, period)
    })
    // The stream closes the file when it ends or is destroyed, even if nobody has read from it.
    const stream = file.createReadStream({ start: 0 })
    stream.unshift(Buffer.from(head))
    return stream
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Unlinked immediately: it disappears with its file descriptor, even if the process dies. */
async function namelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `fairturn-export-${randomBytes(16).toString('hex')}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function writeLines(tx: Tx, file: FileHandle, campaign: Campaign, { from, to }: Period) {
  const { currency } = await settingsOf(tx)
  const { verified } = await verifiedInPeriod.one(tx, { campaign_id: campaign.id, from, to })
  const key = randomBytes(32)
  const visits = { campaign_id: campaign.id, from, to, first_day: dayOf(from), last_day: dayOf(to) }
  let at = 0
  for await (const rows of exportedVisits.batches(tx, LINES_AT_ONCE, visits)) {
    const text = Buffer.from(rows.map((row) => lineOf(exportLine(row, campaign.price_minor, key))).join(''))
    await file.write(text, 0, text.length, at)
    at += text.length
  }
  const period = { from: from.toISOString(), to: to.toISOString(), whole: from <= campaign.created_at }
  return headOf({
    ...period,
    campaign: campaign.id,
    made: tx.now.toISOString(),
    rules: RULES_VERSION,
    verified,
    price: campaign.price_minor,
    currency: currency === 'EURO' ? 'EUR' : currency,
  })
}

function exportLine(visit: ExportedVisit, price_minor: bigint, key: Buffer) {
  // A leading letter keeps spreadsheets from parsing it as a number.
  const pseudonym = (letter: 'a' | 'n' | 'o' | 'v', of: Buffer | string) =>
    letter + createHmac('sha256', key).update(letter).update(of).digest('hex').slice(0, PSEUDONYM_HEX)
  const ofKnown = (letter: 'a' | 'n', of: Buffer | null) => (of === null ? null : pseudonym(letter, of))
  const { verdict, ruling } = visit
  return {
    visit: visit.visit_id,
    at: visit.at,
    order: pseudonym('o', visit.link_id),
    target: visit.target,
    campaign_visits: visit.campaign_visits,
    visitor: pseudonym('v', visit.visitor),
    visitor_before: pseudonym('v', visit.before),
    network: pseudonym('n', visit.network),
    network_before: ofKnown('n', visit.network_before),
    address: ofKnown('a', visit.address),
    address_before: ofKnown('a', visit.address_before),
    locale: visit.locale,
    verdict: verdict === 'verified' ? ('verified' as const) : ('refused' as const),
    reason: verdict === 'verified' ? null : verdict,
    ruling: ruling as 'verified' | 'review' | null,
    rules: visit.rules,
    price: (ruling ?? verdict) === 'verified' ? price_minor : 0n,
  }
}
