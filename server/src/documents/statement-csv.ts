import type { Deposit } from '@fairturn/contract/deposits'
import type { StatementLine } from '@fairturn/contract/documents'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { effectOf, eventPages } from '@fairturn/contract/statement-events'
import type { Withdrawal } from '@fairturn/contract/withdrawals'
import type { Currency } from '../notices/notices.ts'
import { csvOf, mapped } from '../platform/http/csv.ts'

const codeOf = (currency: Currency): string => (currency === 'EURO' ? 'EUR' : currency)

/**
 * For members, newest first: one line an event, as on the screen. The amounts add up to the change of what is available;
 * what left the held part has its own column, because it was taken from what is available when it was requested.
 */
export const eventsCsv = (currency: Currency, pages: AsyncIterable<readonly StatementLine[]>) =>
  csvOf(
    [
      'at',
      'type',
      'amount',
      'available_after',
      'left_held',
      'currency',
      'counterparty',
      'about',
      'name',
      'note',
      'entry',
    ],
    mapped(eventPages(pages), (line) => {
      const isHeld = line.part === 'held'
      return {
        ...line,
        amount: effectOf(line),
        available_after: isHeld ? null : line.balance_after,
        left_held: isHeld ? formatMoney(-parseMoney(line.amount)) : null,
        currency: codeOf(currency),
        about: line.refers_to.kind,
        name: { text: line.refers_to.name ?? line.refers_to._id },
        note: { text: line.note },
        entry: line._id.split(':')[0]!,
      }
    }),
  )

/** For operators who audit, newest first: every posting of both parts. */
export const postingsCsv = (currency: Currency, pages: AsyncIterable<readonly StatementLine[]>) =>
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
      'being_checked',
      'currency',
      'reference',
      'settled_at',
      'reason',
      'taken_back_at',
      'taken_back',
      'deposit',
    ],
    mapped(pages, (deposit) => ({
      ...deposit,
      state: deposit.status,
      currency: codeOf(currency),
      reason: { text: deposit.reason },
      taken_back_at: deposit.taken_back?.at ?? null,
      taken_back: deposit.taken_back?.amount ?? null,
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
