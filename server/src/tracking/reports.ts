// What visitors say of a link: taken by the link service, decided by operators (reports.admin.ts). A report is no visit: it
// writes nothing that the judge reads, so verdicts and quality are the same with and without it (reports.test.ts).
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { MAX_REPORT_NOTE, REPORT_REASONS, type ReportReason } from '@fairturn/contract/reports'
import { hashToken } from '../platform/credentials/tokens.ts'
import type { Database } from '../platform/database/database.ts'
import { hitLimit, type Limit, refundHit } from '../platform/http/limits.ts'
import type { Link } from './link-cache.ts'
import { openTokens } from './page-tokens.ts'
import { findOutcome, insertReport, type Outcome, referenceOf } from './reports.store.ts'
import { TOKEN_MIN_AGE_MS } from './rules.ts'
import { type Identity, openSalts } from './visitor.ts'

/** Writing takes longer than reading a page: older forms come back with what was written and a new token. */
const FORM_MAX_AGE_MS = 3_600_000
/** Of one network (/24, /48), whatever the links. */
const LIMIT: Limit = { hits: 10, per_seconds: 3600 }
const OUTCOME_TOKEN = /^[A-Za-z0-9_-]{22}$/

/** What to do about a report that was not accepted. */
export type ReportProblem = 'choose_reason' | 'shorten_note' | 'send_again' | 'try_later'

/** What came with the form, whatever it is. */
export interface SentReport {
  readonly reason: string
  readonly note: string
}

export type ReportAnswer =
  | {
      readonly accepted: true
      readonly reportId: string
      readonly reference: string
      /** Of the page of its outcome. */
      readonly token: string
    }
  | { readonly accepted: false; readonly problem: ReportProblem }

interface Submission {
  readonly link: Pick<Link, 'id' | 'campaign_id'>
  readonly at: Date
  readonly identity: Identity
  readonly locale: Locale
  /** Of the form that was sent. */
  readonly token: string
  /** Whether it looks sent by something else than a person with this form. */
  readonly suspicious: boolean
  readonly sent: SentReport
}

export interface Reports {
  /** The token of a new form; writes nothing. */
  formToken(link: Pick<Link, 'id'>, at: Date): string
  /** Resolves, once durable, with the report's reference and the token of its outcome, or with what to do. */
  submit(submission: Submission): Promise<ReportAnswer>
  /** What became of a report; undefined for a token that is none, or whose report is no longer kept. */
  findOutcome(token: string): Promise<Outcome | undefined>
}

/** `secrets` of the deployment, newest first. */
export function openReports({
  database,
  secrets,
}: {
  database: Database
  secrets: readonly string[]
}): Reports {
  const tokens = openTokens('report', secrets)
  const outcomeTokens = openTokens('report outcome', secrets)
  const salts = openSalts(database, secrets[0]!)

  /** The answer that this form's report had: a second tap on Send gets the same. */
  async function answered(link_id: string, reportId: string): Promise<ReportAnswer | undefined> {
    for (const token of outcomeTokens.macs(link_id, reportId))
      if ((await findOutcome.maybe(database, { token_hash: hashToken(token) })) !== undefined)
        return { accepted: true, reportId, reference: referenceOf(reportId), token }
    return undefined
  }

  async function submit(submission: Submission): Promise<ReportAnswer> {
    const { link, at, identity, locale, sent } = submission
    const read = tokens.read(link.id, submission.token)
    if (read === null || submission.suspicious) return refused('send_again')
    const before = await answered(link.id, read.id)
    if (before !== undefined) return before
    const ageMs = at.getTime() - read.made_at.getTime()
    if (ageMs < TOKEN_MIN_AGE_MS || ageMs > FORM_MAX_AGE_MS) return refused('send_again')
    const note = normalized(sent.note)
    if (!isReason(sent.reason)) return refused('choose_reason')
    if (note.length > MAX_REPORT_NOTE) return refused('shorten_note')
    const { day, network, network_before } = await salts.visitor(identity, at)
    const bucket = { bucket: `report:${network}`, former: `report:${network_before}` }
    if (!(await hitLimit(database, at, bucket, LIMIT))) return refused('try_later')
    const token = outcomeTokens.macs(link.id, read.id)[0]!
    const written = await insertReport.maybe(database, {
      id: read.id,
      link_id: link.id,
      campaign_id: link.campaign_id,
      received_at: at,
      reason: sent.reason,
      note,
      locale,
      day,
      network_hash: Buffer.from(network, 'hex'),
      network_before: Buffer.from(network_before, 'hex'),
      token_hash: hashToken(token),
    })
    // Of two at once the other has written it, and this one does not count.
    if (written === undefined) await refundHit(database, bucket, LIMIT)
    return { accepted: true, reportId: read.id, reference: referenceOf(read.id), token }
  }

  return {
    formToken: (link, at) => tokens.make(link.id, newId(at)),
    submit,
    findOutcome: async (token) =>
      OUTCOME_TOKEN.test(token)
        ? await findOutcome.maybe(database, { token_hash: hashToken(token) })
        : undefined,
  }
}

const refused = (problem: ReportProblem): ReportAnswer => ({ accepted: false, problem })

const isReason = (text: string): text is ReportReason => REPORT_REASONS.some((reason) => reason === text)

/** Browsers send line ends as CR LF, and count them as one of `maxlength`; other control characters are removed. */
const normalized = (note: string): string =>
  note
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
