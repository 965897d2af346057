// The demo's bank: an account whose statements are true because everything in them was tapped. Each tap is one statement,
// camt.053 with the bank's next number (ElctrncSeqNb), handed to the import that stands behind the bank's folder. BANK_FEED_DIR
// stays unset, so operators can type a statement of today as well; the bank's next statement then covers the whole day, as
// whoever numbers nothing would send it (decision 096; bank.test.ts).
import { hash } from 'node:crypto'
import { formatMoney } from '@fairturn/contract/minor-units'
import { CONNECTION, importStatements, lastOfDay, ourBankAccount, todayAtBank } from '../banking/banking.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { decideFewNewLines } from '../withdrawals/withdrawals.ts'

export interface Booking {
  readonly direction: 'credit' | 'debit'
  readonly amount_minor: bigint
  /** Ours; a payer writes it on the transfer, and a payment file names the payment by it. */
  readonly reference: string
  readonly counterparty: string
}

type Line = RowOf<typeof selectLinesOfDay>

const lockBank = statement(
  `-- demo_lock_bank
  select pg_advisory_xact_lock(hashtextextended('the bank of the demo', 0))`,
)

const selectLast = statement(
  `-- demo_last_statement
  select coalesce(s.closing_minor, 0)::bigint as closing_minor,
    (select coalesce(max(n.electronic_no), 0)::bigint from bank_statement n where n.account = s.account and n.status = 'accepted') as last_no
  from bank_statement s where s.account = $account and s.status = 'accepted' order by s.to_day desc, ${lastOfDay('s')} limit 1`,
  { params: { account: 'text' }, columns: { closing_minor: 'int8', last_no: 'int8' } },
)

/** The last accepted statement that covers the day and has no number of the bank. */
const selectUnnumbered = statement(
  `-- demo_unnumbered_statement
  select coalesce(closing_minor, 0)::bigint as closing_minor from bank_statement
  where account = $account and status = 'accepted' and electronic_no is null and to_day >= $day
  order by to_day desc, id desc limit 1`,
  { params: { account: 'text', day: 'date' }, columns: { closing_minor: 'int8' } },
)

const selectLinesOfDay = statement(
  `-- demo_lines_of_day
  select direction, amount_minor, bank_reference, end_to_end_id, remittance, counterparty_name, counterparty_account
  from bank_line where account = $account and booking_day = $day and status <> 'revoked' order by id`,
  {
    params: { account: 'text', day: 'date' },
    columns: {
      direction: typed<'credit' | 'debit'>('text'),
      amount_minor: 'int8',
      bank_reference: 'text?',
      end_to_end_id: 'text?',
      remittance: 'text',
      counterparty_name: 'text?',
      counterparty_account: 'text?',
    },
  },
)

/** What the demo's history left at the bank before its first statement. */
const selectCash = statement(
  `-- demo_cash
  select coalesce(-sum(balance_minor), 0)::bigint as cash_minor from account where kind = 'cash'`,
  { columns: { cash_minor: 'int8' } },
)

/** One at a time in this process: whoever waits for the lock keeps a connection, which the import needs. */
let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Has the bank book what `find` names, unless it names nothing; then its lines are decided. `find` runs while no other
 * booking does, after the lines of earlier ones were decided, so that nothing is booked twice.
 */
export function book(database: Database, find: (tx: Tx) => Promise<Booking | undefined>): Promise<void> {
  const turn = lastTurn.then(() =>
    database.transaction(async (tx) => {
      await lockBank.all(tx)
      await decideFewNewLines(database)
      const booking = await find(tx)
      if (booking === undefined) return
      await handIn(database, await nextStatement(database, booking))
      await decideFewNewLines(database)
    }),
  )
  lastTurn = turn.catch(() => undefined)
  return turn
}

async function handIn(database: Database, { name, text }: { name: string; text: string }): Promise<void> {
  const file = { bytes: Buffer.from(text), name, actor: CONNECTION }
  for (const { statement: imported } of await importStatements(database, file))
    if (imported.status !== 'accepted')
      throw new Error(`the statement of the demo's bank is ${imported.unconfirmed_reason ?? imported.status}`)
}

async function nextStatement(on: Database, booking: Booking): Promise<{ name: string; text: string }> {
  const { account, currency } = await ourBankAccount(on)
  const now = on.clock.now()
  const day = await todayAtBank(on, now)
  const line: Line = {
    direction: booking.direction,
    amount_minor: booking.amount_minor,
    bank_reference: `DEMO-${hash('sha256', `${booking.reference} ${now.getTime()}`).slice(0, 12).toUpperCase()}`,
    end_to_end_id: booking.direction === 'debit' ? booking.reference : null,
    remittance: booking.direction === 'credit' ? booking.reference : '',
    counterparty_name: booking.counterparty,
    counterparty_account: null,
  }
  const { lines, closing_minor, number } = await following(on, account, day, line)
  const opening_minor = closing_minor - lines.reduce((sum, each) => sum + signed(each), 0n)
  const id = `DEMO-${day}-${number ?? `D${now.getTime()}`}`
  const head = { id, number, account, currency, day, opening_minor, closing_minor, now }
  return { name: `${id}.xml`, text: writeStatement(head, lines) }
}

/** The new line alone with the next number or, after a statement without one, every line of the day. */
async function following(on: Queryable, account: string, day: string, line: Line) {
  const unnumbered = await selectUnnumbered.maybe(on, { account, day })
  if (unnumbered !== undefined) {
    const lines = [...(await selectLinesOfDay.all(on, { account, day })), line]
    return { lines, closing_minor: unnumbered.closing_minor + signed(line), number: null }
  }
  const last = await selectLast.maybe(on, { account })
  const opening_minor = last?.closing_minor ?? (await selectCash.one(on)).cash_minor
  return {
    lines: [line],
    closing_minor: opening_minor + signed(line),
    number: (last?.last_no ?? 0n) + 1n,
  }
}

const signed = ({ direction, amount_minor }: Line): bigint =>
  direction === 'credit' ? amount_minor : -amount_minor

interface Head {
  readonly id: string
  readonly number: bigint | null
  readonly account: string
  readonly currency: string
  readonly day: string
  readonly opening_minor: bigint
  readonly closing_minor: bigint
  readonly now: Date
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const tag = (name: string, content: string | null): string =>
  content === null ? '' : `<${name}>${content}</${name}>`
const unsigned = (minor: bigint): string => formatMoney(minor < 0n ? -minor : minor)

/** ISO 20022 BankToCustomerStatement, version 8. */
function writeStatement(head: Head, lines: readonly Line[]): string {
  const { id, number, account, currency, day, now } = head
  const amount = (minor: bigint) => `<Amt Ccy="${currency}">${unsigned(minor)}</Amt>`
  const balance = (code: string, minor: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}` +
    `<CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = (line: Line): string => {
    const side = line.direction === 'credit' ? 'CRDT' : 'DBIT'
    const who = line.direction === 'credit' ? 'Dbtr' : 'Cdtr'
    const name = line.counterparty_name
    const ofWho = line.counterparty_account
    const party = name === null ? '' : tag(who, tag('Pty', tag('Nm', escape(name))))
    const partyAccount =
      ofWho === null ? '' : tag(`${who}Acct`, tag('Id', tag('Othr', tag('Id', escape(ofWho)))))
    const reference = tag('AcctSvcrRef', line.bank_reference && escape(line.bank_reference))
    return (
      `<Ntry>${amount(line.amount_minor)}<CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
      `<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${reference}` +
      `<BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><NtryDtls><TxDtls>` +
      `<Refs>${reference}<EndToEndId>${escape(line.end_to_end_id ?? 'NOTPROVIDED')}</EndToEndId></Refs>` +
      `${amount(line.amount_minor)}<CdtDbtInd>${side}</CdtDbtInd>` +
      tag('RltdPties', party + partyAccount || null) +
      tag('RmtInf', line.remittance === '' ? null : tag('Ustrd', escape(line.remittance))) +
      `</TxDtls></NtryDtls></Ntry>`
    )
  }
  const at = now.toISOString().slice(0, 19)
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>` +
    `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr><Stmt><Id>${id}</Id>` +
    tag('ElctrncSeqNb', number === null ? null : String(number)) +
    `<CreDtTm>${at}</CreDtTm><Acct><Id><IBAN>${escape(account)}</IBAN></Id></Acct>` +
    `${balance('OPBD', head.opening_minor)}${balance('CLBD', head.closing_minor)}${lines.map(entry).join('')}` +
    `</Stmt></BkToCstmrStmt></Document>`
  )
}
