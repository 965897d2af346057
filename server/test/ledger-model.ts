// A single-threaded in-memory model of the ledger, with which the real one is compared.
import type { AccountId, NewEntry, PostAnswer } from '../src/ledger/ledger.ts'

// Every kind of result the model gave: a run that lacks one of them would prove little.
export const seen = new Set<string>()

export interface ModelHold {
  id: string
  account: AccountId
  amount_minor: bigint
  open: boolean
}

export class Model {
  accounts: AccountId[]
  balances = new Map<AccountId, bigint>()
  holds: ModelHold[] = []
  entries = new Map<string, { content: string; entry: NewEntry }>()
  lines = 0

  constructor(accounts: AccountId[]) {
    this.accounts = accounts
  }

  copy(): Model {
    const copy = new Model(this.accounts)
    copy.balances = new Map(this.balances)
    copy.holds = this.holds.map((hold) => ({ ...hold }))
    copy.entries = new Map(this.entries)
    copy.lines = this.lines
    return copy
  }

  reserved(account: AccountId): bigint {
    return this.holds.reduce(
      (sum, hold) => (hold.open && hold.account === account ? sum + hold.amount_minor : sum),
      0n,
    )
  }

  free(account: AccountId): bigint {
    return (this.balances.get(account) ?? 0n) - this.reserved(account)
  }

  post(entry: NewEntry): PostAnswer {
    const answer = this.decide(entry)
    seen.add(answer.status === 'refused' ? answer.reason : answer.status)
    return answer
  }

  decide(entry: NewEntry): PostAnswer {
    const content = JSON.stringify(entry, (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    )
    const old = this.entries.get(entry.id)
    if (old)
      return old.content === content ? { status: 'replayed' } : { status: 'refused', reason: 'id_reused' }
    const hold = this.holds.find((candidate) => candidate.id === entry.capture)
    const debit = entry.postings.find(
      (posting) => posting.account === hold?.account && posting.amount_minor < 0n,
    )
    if (entry.capture !== undefined && (!hold?.open || !debit))
      return { status: 'refused', reason: 'hold_not_open' }
    if (hold && debit && -debit.amount_minor > hold.amount_minor)
      return { status: 'refused', reason: 'hold_exceeded' }
    for (const { account, amount_minor } of entry.postings) {
      const freed = hold?.account === account && amount_minor < 0n ? hold.amount_minor : 0n
      const may_go_negative = !this.accounts.includes(account) // cash
      if (!may_go_negative && this.free(account) + freed + amount_minor < 0n) {
        return { status: 'refused', reason: 'insufficient_funds' }
      }
    }
    for (const { account, amount_minor } of entry.postings) {
      this.balances.set(account, (this.balances.get(account) ?? 0n) + amount_minor)
      if (this.accounts.includes(account)) this.lines += 1
    }
    if (hold) hold.open = false
    this.entries.set(entry.id, { content, entry })
    return { status: 'posted' }
  }
}
