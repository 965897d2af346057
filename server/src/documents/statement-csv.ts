import type { Deposit } from '@fairturn/contract/deposits'
import type { StatementLine } from '@fairturn/contract/documents'
import type { Withdrawal } from '@fairturn/contract/withdrawals'
import type { Currency } from '../notices/notices.ts'
import { csvOf, mapped } from '../platform/http/csv.ts'

const codeOf = (currency: Currency): string => (currency === 'EURO' ? 'EUR' : currency)

/** Newest first. */
export const statementCsv = (currency: Currency, pages: AsyncIterable<readonly StatementLine[]>) =>
  csvOf(
    [
      'at',
      'type',
      'part',
      'amount',
      'balance_after',
      'currency',
      'counterparty',
      'about',
      'name',
      'note',
      'entry',
    ],
    mapped(pages, (line) => ({
      ...line,
      currency: codeOf(currency),
      about: line.refers_to.kind,
      name: { text: line.refers_to.name ?? line.refers_to._id },
      note: { text: line.note },
      entry: line._id,
    })),
  )

export const depositsCsv = (currency: Currency, pages: AsyncIterable<readonly Deposit[]>) =>
  csvOf(
    [
      'created_at',
      'state',
      'method',
      'amount',
      'received',
      'currency',
      'reference',
      'settled_at',
      'reason',
      'deposit',
    ],
    mapped(pages, (deposit) => ({
      ...deposit,
      state: deposit.status,
      currency: codeOf(currency),
      reason: { text: deposit.reason },
      deposit: deposit._id,
    })),
  )

export const withdrawalsCsv = (currency: Currency, pages: AsyncIterable<readonly Withdrawal[]>) =>
  csvOf(
    [
      'requested_at',
      'state',
      'amount',
      'fee',
      'payout',
      'currency',
      'reference',
      'holder',
      'bank',
      'account',
      'to',
      'approved_at',
      'sent_at',
      'settled_at',
      'reason',
      'withdrawal',
    ],
    mapped(pages, (withdrawal) => ({
      ...withdrawal,
      state: withdrawal.status,
      currency: codeOf(currency),
      holder: { text: withdrawal.payee?.holder ?? null },
      bank: { text: withdrawal.payee?.bank_name ?? withdrawal.payee?.country ?? null },
      account: { text: withdrawal.payee?.account ?? null },
      reason: { text: withdrawal.reason },
      withdrawal: withdrawal._id,
    })),
  )
