// The ledger as shown to staff: accounts, entries, hash chains, checks and freezes. Nothing here moves money or releases a
// freeze; that takes a proposal and dual approval.
import { z } from 'zod'
import { ACCOUNT_KINDS, type AccountKind, ENTRY_TYPES } from '../accounting.ts'
import { endpoint } from '../endpoint.ts'
import { amount, money } from '../fields.ts'
import { cursor, id } from '../ids.ts'
import { reason } from './approvals.ts'
import { csvFile, sortBy } from './lists.ts'
import { names } from './names.ts'
import { may } from './roles.ts'

const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: 'field_is_invalid' })
const instant = z.iso.datetime({ offset: true, error: 'field_is_invalid' }).optional()
const word = z.string().trim().min(1, 'field_is_invalid').max(200, 'field_is_invalid')
const hash = z.string().describe('SHA-256, hexadecimal')

const accountKind = oneOf(...ACCOUNT_KINDS)

const entryType = oneOf(...ENTRY_TYPES)

const accountFields = {
  _id: id,
  kind: accountKind,
  holder_id: z
    .string()
    .describe('a member’s, campaign’s, level purchase’s or bank line’s id; of the platform’s own, the shard'),
  balance: money,
  reserved: money.describe('of the balance, kept by open holds'),
  version: z.int().describe('how many postings it has'),
  opened_at: z.iso.datetime(),
}
export const account = z.object(accountFields)
export type LedgerAccount = z.infer<typeof account>

export const posting = z.object({
  _id: z.string(),
  version: z.int().describe('its position among the account’s postings, from 1 without a gap'),
  entry_id: id,
  type: entryType,
  refers_to: z.string(),
  amount: money,
  balance_after: money,
  event_at: z.iso.datetime(),
})
export type LedgerPosting = z.infer<typeof posting>

const entryFields = {
  _id: id,
  entry_no: z.int(),
  type: entryType,
  refers_to: z.string(),
  actor: z.string(),
  note: z.string(),
  amount: money.describe('what moved: the sum of what was added'),
  event_at: z.iso.datetime().describe('when it happened'),
  created_at: z.iso.datetime().describe('when it was written, by the database’s clock'),
  chain: z.int(),
}
export const entry = z.object(entryFields)
export type LedgerEntry = z.infer<typeof entry>

/** One recomputed value, and whether it equals the stored one. */
export const LINK_STEPS = ['postings_sum', 'request_hash', 'link', 'previous', 'head'] as const
const step = z.object({
  step: z.enum(LINK_STEPS),
  right: z.boolean(),
  expected: z.string().describe('what follows from what is stored'),
  found: z.string().describe('what was written with it'),
})
const verified = z.object({
  entry_id: id,
  entry_no: z.int(),
  right: z.boolean(),
  steps: z.array(step),
})
export type VerifiedLink = z.infer<typeof verified>

export const chain = z.object({
  _id: z.string(),
  chain: z.int(),
  length: z.int(),
  last_entry_no: z.int(),
  head: hash,
})
export type LedgerChain = z.infer<typeof chain>

/**
 * Adjustments possible by dual approval, and between which accounts. Nothing else is: each adjustment has two sides, so
 * no money is created; escrows, fees and held money are adjusted only after a finding of the checker.
 */
export const ADJUSTMENTS = {
  goodwill: { from: ['revenue'], to: ['member_available'] },
  platform_error: {
    from: ['revenue'],
    to: [
      'member_available',
      'campaign_escrow',
      'campaign_fee',
      'member_held',
      'level_fee',
      'unmatched_payment',
    ],
  },
  credited_to_another: { from: ['member_available'], to: ['member_available'] },
  credited_in_error: { from: ['member_available'], to: ['cash', 'revenue'] },
  found_too_much: {
    from: ['campaign_escrow', 'campaign_fee', 'member_held', 'level_fee', 'unmatched_payment'],
    to: ['revenue', 'member_available'],
  },
  // What the card provider keeps of its payouts: no line of the bank says it, and it takes from revenue alone.
  bank_charge: { from: ['revenue'], to: ['cash'] },
} as const satisfies Record<string, Record<'from' | 'to', readonly AccountKind[]>>
export type AdjustmentKind = keyof typeof ADJUSTMENTS
/** Read in proposals of before, and refused: interest is booked from the bank's line, by its amount. */
const PAST_ADJUSTMENT = 'bank_interest'
const adjustmentKind = oneOf(
  ...(Object.keys(ADJUSTMENTS) as [AdjustmentKind, ...AdjustmentKind[]]),
  PAST_ADJUSTMENT,
)

/** The platform's accounts have no holder; of their shards, those with sufficient balance are used. */
const side = z.strictObject({ kind: accountKind, holder_id: id.optional() })

export const adjustment = z.strictObject({
  adjustment: adjustmentKind,
  from: side,
  to: side,
  amount,
  refers_to: word.describe('the entry, order, campaign, deposit or withdrawal it is about'),
  corrects: id
    .optional()
    .describe('only where it takes from a member: the entry that gave them too much; never an award'),
})

export const BLOCK_SCOPES = [
  'member_money',
  'campaign_money',
  'campaign_payments',
  'payouts',
  'staff_approvals',
] as const
const scope = oneOf(...BLOCK_SCOPES)

export const checkRun = z.object({
  _id: id,
  asked_by: z.string().describe('system every hour, or operator:<id>'),
  asked_by_name: z.string().nullable(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  entries: z.int().describe('how many the chains had'),
  head: hash.describe('over the heads of all chains, in their order'),
  liabilities: money,
  revenue: money,
  cash: money,
  findings: z.int(),
  mode: oneOf('incremental', 'full', 'chunked').describe(
    'read what was new, everything at once, or everything in chunks over the day',
  ),
  since: z.iso.datetime().nullable().describe('when the check began that an incremental one continued'),
})
export type CheckRun = z.infer<typeof checkRun>

export const finding = z.object({
  checker: z.string(),
  kind: z.string(),
  subject: z.string(),
  detail: z.string(),
  freezes: z.object({ scope, subject: z.string() }).nullable(),
})

export const freeze = z.object({
  _id: id,
  scope,
  subject: z.string().describe('a member’s or campaign’s id, or all'),
  finding,
  run_id: id,
  frozen_at: z.iso.datetime(),
  released_at: z.iso.datetime().nullable(),
  release_proposed_by: z.string().nullable(),
  released_by: z.string().nullable(),
  release_reason: z.string().nullable(),
})
export type Freeze = z.infer<typeof freeze>

const entryFilter = {
  type: entryType.optional(),
  refers_to: word.optional().describe('exactly'),
  actor: word.optional().describe('exactly'),
  amount: amount.optional().describe('exactly what moved'),
  from: instant.describe('written from then on'),
  to: instant.describe('written before then'),
  sort: sortBy('entry_no'),
}
const freezeFilter = {
  scope: scope.optional(),
  open: z.enum(['true', 'false'], { error: 'field_is_invalid' }).optional(),
  subject: word.optional(),
  sort: sortBy('frozen_at'),
}

const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ list: z.array(row), cursor: z.string().nullable(), names })
const read = { auth: 'staff', roles: may.read_money } as const
const accountParams = z.object({ account_id: id })
const entryParams = z.object({ entry_id: id })
const window = {
  from_version: z.coerce
    .number({ error: 'field_is_invalid' })
    .int()
    .min(1)
    .max(2 ** 52)
    .optional(),
}

export const ledgerCalls = {
  accounts: endpoint('GET backoffice/ledger/accounts', {
    ...read,
    names: true,
    summary: 'Ledger accounts, latest opened first by default',
    query: z.object({
      kind: accountKind.optional(),
      holder_id: word.optional().describe('exactly'),
      least: money.optional().describe('with at least this balance'),
      most: money.optional().describe('with at most this balance'),
      sort: sortBy('opened_at', 'balance', 'version'),
      cursor,
    }),
    answer: listOf(account),
  }),
  account: endpoint('GET backoffice/ledger/accounts/:account_id', {
    ...read,
    names: true,
    summary: 'One account',
    params: accountParams,
    answer: z.object({
      ...accountFields,
      member_id: id.nullable().describe('whose it is, where the ledger knows'),
      names,
    }),
    refusals: ['account_is_unknown'],
  }),
  postings: endpoint('GET backoffice/ledger/accounts/:account_id/postings', {
    ...read,
    names: true,
    shows: 'statement',
    summary: 'Postings of an account, newest first; paged in both directions',
    params: accountParams,
    query: z.object({ ...window, sort: sortBy('version'), cursor }),
    answer: listOf(posting),
    refusals: ['account_is_unknown'],
  }),
  entries: endpoint('GET backoffice/ledger/entries', {
    ...read,
    names: true,
    summary: 'Ledger entries, newest first by default',
    query: z.object({ ...entryFilter, cursor }),
    answer: listOf(entry),
  }),
  entry: endpoint('GET backoffice/ledger/entries/:entry_id', {
    ...read,
    names: true,
    summary: 'One entry with its postings and its position in its chain',
    params: entryParams,
    answer: z.object({
      ...entryFields,
      capture: id.nullable().describe('the hold it used up'),
      names,
      request_hash: hash,
      previous_hash: hash,
      hash,
      postings: z.array(
        z.object({
          account_id: id,
          kind: accountKind,
          holder_id: z.string(),
          amount: money,
          balance_after: money,
          version: z.int(),
        }),
      ),
    }),
    refusals: ['entry_is_unknown'],
  }),
  verifyEntry: endpoint('GET backoffice/ledger/entries/:entry_id/verification', {
    ...read,
    summary:
      'Verification of an entry, recomputed from stored data: its content, its link, and the previous link',
    params: entryParams,
    answer: verified,
    refusals: ['entry_is_unknown'],
    limit: { hits: 120, per_seconds: 300 },
  }),
  chains: endpoint('GET backoffice/ledger/chains', {
    ...read,
    summary: 'The chains of the ledger with their heads',
    answer: z.object({ list: z.array(chain) }),
  }),
  verifyChain: endpoint('GET backoffice/ledger/chains/:chain/verification', {
    ...read,
    summary: 'Verification of a window of a chain, newest first; from its head, or from an entry on',
    params: z.object({ chain: z.coerce.number({ error: 'field_is_invalid' }).int().min(1).max(64) }),
    query: z.object({
      before: z.coerce
        .number({ error: 'field_is_invalid' })
        .int()
        .min(1)
        .max(2 ** 52)
        .optional()
        .describe('entry_no; from the head without it'),
      links: z.coerce.number({ error: 'field_is_invalid' }).int().min(1).max(200).default(50),
    }),
    answer: z.object({
      chain: z.int(),
      right: z.boolean(),
      links: z.array(verified),
      next_before: z.int().nullable().describe('where the next window begins'),
    }),
    limit: { hits: 120, per_seconds: 300 },
  }),
  proposeAdjustment: endpoint('POST backoffice/ledger/adjustments', {
    side: 'in',
    summary: 'Propose a manual adjustment; another operator approves exactly that',
    auth: 'staff',
    roles: may.move_money,
    recent: true,
    body: z.object({ ...adjustment.shape, reason }),
    answer: z.object({ proposal_id: id }),
    idempotency: 'required',
    refusals: [
      'adjustment_is_not_possible',
      'refund_is_of_what_was_paid',
      'corrected_entry_is_required',
      'entry_cannot_be_corrected',
      'correction_exceeds_what_was_given',
      'account_is_unknown',
      'member_account_is_closed',
      'nothing_was_found_here',
      'reason_is_required',
    ],
  }),
  checks: endpoint('GET backoffice/ledger/checks', {
    ...read,
    names: true,
    summary: 'Ledger checks, newest first by default',
    query: z.object({
      found: z
        .enum(['true'], { error: 'field_is_invalid' })
        .optional()
        .describe('only those that found something'),
      from: instant,
      to: instant,
      sort: sortBy('started_at', 'findings'),
      cursor,
    }),
    answer: listOf(checkRun),
  }),
  check: endpoint('GET backoffice/ledger/checks/:run_id', {
    ...read,
    names: true,
    summary: 'A ledger check with all its findings',
    params: z.object({ run_id: id }),
    answer: checkRun.extend({ found: z.array(finding), names }),
    refusals: ['check_is_unknown'],
  }),
  runCheck: endpoint('POST backoffice/ledger/checks', {
    summary:
      'Have the whole ledger checked now; what is found freezes the payments concerned and repairs nothing',
    auth: 'staff',
    roles: may.move_money,
    answer: z.object({ last_check: checkRun.nullable().describe('the one before; the new one is newer') }),
    limit: { hits: 12, per_seconds: 3600 },
  }),
  standing: endpoint('GET backoffice/ledger/standing', {
    ...read,
    summary: 'Number of frozen scopes, and time and period of the last ledger check',
    answer: z.object({
      frozen: z.int(),
      last_check: checkRun.nullable(),
      full_at: z.iso
        .datetime()
        .nullable()
        .describe('when the last check of everything began that found nothing'),
      progress: z.number().nullable().describe('of the daily check under way, from 0 to 1'),
    }),
  }),
  freezes: endpoint('GET backoffice/ledger/freezes', {
    ...read,
    names: true,
    summary: 'Current and former freezes, newest first',
    query: z.object({ ...freezeFilter, cursor }),
    answer: listOf(freeze),
  }),
  proposeRelease: endpoint('POST backoffice/ledger/freezes/:freeze_id/release', {
    summary: 'Propose to release a freeze; refused while the check still has the finding',
    auth: 'staff',
    roles: may.move_money,
    recent: true,
    params: z.object({ freeze_id: id }),
    body: z.object({ reason }),
    answer: z.object({ proposal_id: id }),
    refusals: [
      'this_is_proposed_already',
      'freeze_is_unknown',
      'check_still_finds_this',
      'check_the_ledger_first',
      'reason_is_required',
    ],
  }),
}

export const ledgerFiles = {
  exportAccounts: csvFile(ledgerCalls.accounts, 'Accounts of the ledger'),
  exportPostings: csvFile(ledgerCalls.postings, 'What was posted to an account'),
  exportEntries: csvFile(ledgerCalls.entries, 'Entries of the ledger'),
  exportChecks: csvFile(ledgerCalls.checks, 'Checks of the ledger'),
  exportFreezes: csvFile(ledgerCalls.freezes, 'Freezes, open and released'),
}
