// Maps a finding to the scopes it freezes: the smallest that cover it, or all payouts if no holder can be
// determined (decision 028).
import type { AccountKind } from '@fairturn/contract/accounting'
import type { Database, Queryable } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import type { Checker, CheckFinding } from './checks.ts'
import { entryId } from './entries.ts'
import { campaignMoneyOf, type FreezeScope, moneyOf, PAYOUTS } from './freezes.ts'
import { checkLedger, type Finding } from './invariants.ts'

interface AccountHolder {
  kind: AccountKind
  holder_id: string
}

// Looked up by posting, because a posting may have lost its entry.
const accountsOf = statement(
  `-- ledger_accounts_concerned
  select a.kind, a.holder_id from account a
  where a.id::text = $subject
    or a.no in (select account_no from posting where entry_id::text = $subject)
    or a.id in (select account_id from hold where id::text = $subject)`,
  { params: { subject: 'text' }, columns: { kind: typed<AccountKind>('text'), holder_id: 'text' } },
)

export const ledgerChecker: Checker = {
  name: 'ledger',
  async find(database: Database) {
    const findings = await checkLedger(database)
    const found: CheckFinding[] = []
    for (const finding of findings) {
      const { kind, subject, detail } = finding
      found.push({ kind, subject, detail, freezes: await scopesOf(database, finding) })
    }
    return { findings: found }
  },
}

async function scopesOf(on: Queryable, { kind, subject }: Finding): Promise<FreezeScope[]> {
  // Totals feed figures only; if money is wrong, another finding names the account.
  if (kind === 'total_differs') return []
  // A broken or re-signed hash chain makes everything after the break untrustworthy.
  if (kind === 'chain_broken' || kind === 'chain_head_differs' || kind === 'proof_differs') return [PAYOUTS]
  const accounts = await accountsOf.all(on, { subject })
  const scopes = await Promise.all(accounts.map((account) => scopeOf(on, account)))
  const once = new Map(scopes.map((scope) => [`${scope.scope} ${scope.subject}`, scope]))
  return once.size === 0 ? [PAYOUTS] : [...once.values()]
}

/** The scope to freeze while a difference on this account is unexplained. */
export async function scopeOf(on: Queryable, { kind, holder_id }: AccountHolder): Promise<FreezeScope> {
  switch (kind) {
    case 'member_available':
    case 'member_held':
      return moneyOf(holder_id)
    case 'campaign_escrow':
    case 'campaign_fee':
    case 'campaign_vat':
      return campaignMoneyOf(holder_id)
    case 'level_fee': {
      // The account belongs to a purchase; the entry that paid it names the buyer.
      const paying = await accountsOf.all(on, { subject: entryId('level_bought', holder_id) })
      const buyer = paying.find((account) => account.kind === 'member_available')
      return buyer === undefined ? PAYOUTS : moneyOf(buyer.holder_id)
    }
    default:
      return PAYOUTS
  }
}
