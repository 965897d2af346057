// The scopes a finding affects: the smallest there are, or all payouts where it belongs to nobody (decision 028).
import type { AccountKind } from '@fairturn/contract/accounting'
import type { Database, Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { checkLedger, type Finding } from './checker.ts'
import type { Checker, CheckFinding } from './checks.ts'
import { campaignMoneyOf, type PaymentBlock, moneyOf, PAYOUTS } from './freezes.ts'
import { entryId } from './entries.ts'

interface AccountOwner {
  kind: AccountKind
  owner_id: string
}

// By the accounts of postings: they may have lost their entry.
const accountsOf = statement<AccountOwner>(`-- ledger_accounts_concerned
  select a.kind, a.owner_id from account a
  where a.id::text = $1
    or a.no in (select account_no from posting where entry_id::text = $1)
    or a.id in (select account_id from hold where id::text = $1)`)

export const ledgerChecker: Checker = {
  name: 'ledger',
  async find(database: Database) {
    const findings = await checkLedger(database)
    const found: CheckFinding[] = []
    for (const finding of findings) {
      const { kind, subject, detail } = finding
      found.push({ kind, subject, detail, freezes: await blocksOf(database, finding) })
    }
    return { findings: found }
  },
}

async function blocksOf(on: Queryable, { kind, subject }: Finding): Promise<PaymentBlock[]> {
  // Only figures are read from totals; another finding names whose money is wrong.
  if (kind === 'total_differs') return []
  // A broken chain, or one that was signed otherwise, affects everything after it.
  if (kind === 'chain_broken' || kind === 'chain_head_differs' || kind === 'proof_differs') return [PAYOUTS]
  const accounts = await accountsOf.all(on, subject)
  const blocks = await Promise.all(accounts.map((account) => blockOf(on, account)))
  const once = new Map(blocks.map((scope) => [`${scope.scope} ${scope.subject}`, scope]))
  return once.size === 0 ? [PAYOUTS] : [...once.values()]
}

/** What is blocked while a difference on this account is unexplained. */
export async function blockOf(on: Queryable, { kind, owner_id }: AccountOwner): Promise<PaymentBlock> {
  switch (kind) {
    case 'member_available':
    case 'member_held':
      return moneyOf(owner_id)
    case 'campaign_escrow':
    case 'campaign_fee':
      return campaignMoneyOf(owner_id)
    case 'level_fee': {
      // Its owner is a purchase; the entry that paid it names the buyer.
      const paying = await accountsOf.all(on, entryId('level_bought', owner_id))
      const buyer = paying.find((account) => account.kind === 'member_available')
      return buyer === undefined ? PAYOUTS : moneyOf(buyer.owner_id)
    }
    default:
      return PAYOUTS
  }
}
