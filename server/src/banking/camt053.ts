// Reads camt.053 (ISO 20022 BankToCustomerStatement, versions 2 to 13) entry by entry; only booked lines.
import { BIC } from '@fairturn/contract/countries'
import { formatMoney } from '@fairturn/contract/minor-units'
import { refuse } from '../platform/http/refusal.ts'
import {
  type BankBalance,
  type BankLine,
  type BankStatement,
  collectiveText,
  type EntryFields,
  feeLine,
  MAX_LINES,
  MAX_SKIPPED_SHOWN,
  readDay,
  readDecimal,
  type SkippedRecord,
  sumOf,
} from './bank-statement.ts'
import {
  attribute,
  child,
  children,
  readXml,
  textAt,
  textOf,
  unreadable,
  type XmlElement,
} from './bank-xml.ts'
import { readReference } from './references.ts'

const VERSIONS = Array.from({ length: 12 }, (_, i) => `001.${String(i + 2).padStart(2, '0')}`)
const MAX_TEXT_LENGTH = 1000
/** Of withdrawals, refunds and payment files. */
const PAID_OUT = ['FW', 'FR', 'FB'] as const
const MAX_STATEMENTS = 400 // one a day for a year

/** Every statement of the file. Refuses as readXml does, and `bank_file_is_in_another_currency`. */
export function readCamt053(bytes: Uint8Array): BankStatement[] {
  const statements: ReadStatement[] = []
  let pages = 0
  let lines: BankLine[] = []
  let skipped: SkippedRecord[] = []
  let entries = 0
  // The standard puts balances before entries, so an entry can be processed at its end tag.
  let currency: string | undefined
  const { message: format } = readXml(bytes, {
    kind: 'camt.053.',
    versions: VERSIONS,
    records: {
      'BkToCstmrStmt/Stmt/Ntry': (entry, statement) => {
        currency ??= readBalances(statement).currency
        if (!isBooked(entry)) skipped.push(skippedEntry(entry))
        lines.push(...readEntry(entry, (entries += 1), currency))
        if (lines.length > MAX_LINES) throw unreadable('too_many_lines')
      },
      'BkToCstmrStmt/Stmt': (statement) => {
        const { no, isLast } = pageOf(statement)
        const read = { ...readStatement(statement, lines), skipped }
        if (no !== pages + 1) throw unreadable('pages', read.statement_id)
        statements.push(no === 1 ? read : withPage(statements.pop()!, read))
        pages = isLast ? 0 : no
        if (statements.length > MAX_STATEMENTS) throw unreadable('too_many_elements')
        lines = []
        skipped = []
        entries = 0
        currency = undefined
      },
    },
  })
  if (statements.length === 0) throw unreadable('no_statement')
  if (pages > 0) throw unreadable('pages', statements.at(-1)!.statement_id)
  return statements.map((statement) =>
    Object.assign(statement, {
      format,
      skipped_count: statement.skipped.length,
      skipped: statement.skipped.slice(0, MAX_SKIPPED_SHOWN),
    }),
  )
}

type ReadStatement = Omit<BankStatement, 'format' | 'skipped' | 'skipped_count'> & {
  readonly skipped: readonly SkippedRecord[]
}

/** Without a status an entry is booked; others are pending, or for information. */
const isBooked = (entry: XmlElement): boolean => (textAt(entry, 'Sts/Cd', 'Sts') ?? 'BOOK') === 'BOOK'

function skippedEntry(entry: XmlElement): SkippedRecord {
  const [details] = children(child(entry, 'NtryDtls'), 'TxDtls')
  const amount = child(entry, 'Amt')
  const written = [
    textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'),
    `${textAt(entry, 'CdtDbtInd') === 'DBIT' ? '-' : ''}${amount === undefined ? '' : textOf(amount)}`,
    amount && currencyOf(amount),
    textAt(entry, 'Sts/Cd', 'Sts'),
    remittanceOf(entry, details),
  ]
  const text = written.filter((each) => each !== undefined && each !== '').join(' ')
  return { why: 'not_booked', text: text.slice(0, MAX_TEXT_LENGTH) }
}

/** Of a long statement that the bank divides; any other is the only page of its own. */
function pageOf(statement: XmlElement): { no: number; isLast: boolean } {
  if (child(statement, 'StmtPgntn') === undefined) return { no: 1, isLast: true }
  return { no: Number(textAt(statement, 'StmtPgntn/PgNb')), isLast: isTrue(statement, 'StmtPgntn/LastPgInd') }
}

/** The pages of one statement put together, whether each has its own balances or all have those of the whole. */
function withPage(before: ReadStatement, page: ReadStatement): ReadStatement {
  const isSame = (['statement_id', 'account', 'currency'] as const).every((key) => before[key] === page[key])
  const lines = before.lines.concat(page.lines)
  if (!isSame) throw unreadable('pages', before.statement_id)
  if (lines.length > MAX_LINES) throw unreadable('too_many_lines')
  const skipped = before.skipped.concat(page.skipped)
  return { ...before, to_day: page.to_day, closing: page.closing, lines, skipped }
}

const isTrue = (element: XmlElement, ...paths: string[]): boolean =>
  ['true', '1'].includes(textAt(element, ...paths) ?? '')

function readStatement(statement: XmlElement, lines: readonly BankLine[]): Omit<ReadStatement, 'skipped'> {
  const statement_id = textAt(statement, 'Id')
  if (statement_id === undefined) throw unreadable('missing', 'Stmt Id')
  const account = textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')
  if (account === undefined) throw unreadable('missing', 'Acct')
  const { opening, first_day, closing, currency } = readBalances(statement)
  const stated = textAt(statement, 'Acct/Ccy')?.toUpperCase() ?? currency
  if (stated !== currency) throw refuse('bank_file_is_in_another_currency', { currency: stated.slice(0, 3) })
  return {
    statement_id: statement_id.slice(0, 100),
    account: account.replace(/\s/g, '').toUpperCase(),
    currency,
    from_day: dayAt(statement, 'FrToDt', 'FrToDt/FrDtTm', 'FrToDt/FrDt') ?? first_day,
    to_day: closing.day,
    opening,
    closing,
    electronic_no: numberAt(statement, 'ElctrncSeqNb'),
    legal_no: numberAt(statement, 'LglSeqNb'),
    lines,
  }
}

function numberAt(statement: XmlElement, name: string): bigint | null {
  const text = textAt(statement, name)
  return text !== undefined && /^\d{1,18}$/.test(text) ? BigInt(text) : null
}

function dayAt(element: XmlElement, where: string | number, ...paths: string[]): string | undefined {
  const text = textAt(element, ...paths)
  return text === undefined ? undefined : readDay(text, where)
}

/** Booked balances; a page of a long statement opens or closes with an interim balance. */
function readBalances(statement: XmlElement) {
  const balances = children(statement, 'Bal').map((balance) => {
    const amount = child(balance, 'Amt')
    const minor = readDecimal(amount && textOf(amount), 'Bal')
    return {
      code: textAt(balance, 'Tp/CdOrPrtry/Cd') ?? '',
      currency: amount === undefined ? undefined : currencyOf(amount),
      day: readDay(textAt(balance, 'Dt/Dt', 'Dt/DtTm'), 'Bal'),
      amount_minor: isCredit(balance, 'Bal') ? minor : -minor,
    }
  })
  const of = (code: string) => balances.filter((each) => each.code === code)
  const opening = ['OPBD', 'PRCD', 'ITBD'].flatMap(of).at(0)
  const [booked, previous] = [of('OPBD').at(0), of('PRCD').at(0)]
  // By the standard they are one balance, before and after the turn of the day.
  if (booked !== undefined && previous !== undefined && booked.amount_minor !== previous.amount_minor)
    throw unreadable(
      'balances_differ',
      `PRCD ${formatMoney(previous.amount_minor)}, OPBD ${formatMoney(booked.amount_minor)}`,
    )
  const closing = ['ITBD', 'CLBD'].flatMap(of).at(-1)
  if (opening === undefined || closing === undefined) throw unreadable('missing', 'Bal')
  const { currency } = closing
  if (currency === undefined || opening.currency === undefined) throw unreadable('missing', 'Bal Ccy')
  if (currency !== opening.currency) throw unreadable('currencies_differ', 'Bal')
  const balance = ({ day, amount_minor }: BankBalance): BankBalance => ({ day, amount_minor })
  // The previous closing balance is of the day before the statement's first one.
  const after = opening.code === 'PRCD' ? dayAfter(opening.day) : opening.day
  const first_day = after < closing.day ? after : closing.day
  return { opening: balance(opening), first_day, closing: balance(closing), currency }
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** Lines of a booked entry: one per transaction in it if they add up to the entry, otherwise one for the whole. */
function readEntry(entry: XmlElement, no: number, currency: string): BankLine[] {
  if (!isBooked(entry)) return []
  const amount_minor = amountOf(entry, currency, no)
  if (amount_minor === 0n) return []
  const parts = children(entry, 'NtryDtls')
  const details = parts.flatMap((each) => children(each, 'TxDtls'))
  const direction = isCredit(entry, no) ? 'credit' : 'debit'
  const whole = {
    booking_day: readDay(textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm'), no),
    value_day: dayAt(entry, no, 'ValDt/Dt', 'ValDt/DtTm') ?? null,
    amount_minor,
    direction,
    reversal: isTrue(entry, 'RvslInd'),
    bank_reference: textAt(entry, 'AcctSvcrRef', 'NtryRef') ?? null,
  } as const
  const count = parts.reduce((sum, each) => sum + paymentsIn(each), 0)
  if (count <= 1) {
    const [payment] = details
    for (const paid_minor of payment === undefined ? [] : amountsOfOne(payment, whole, entry, currency, no)) {
      const fee = feeIn({ whole, entry, details, currency, paid_minor })
      const part = Object.assign({}, whole, { amount_minor: paid_minor })
      if (fee !== undefined) return [describe(part, entry, payment), fee]
    }
    return [describe(whole, entry, payment)]
  }
  if (details.length <= 1) return [describeCollective(whole, entry, count)]
  const amounts = details.map((each) => amountOfDetails(each, currency, no))
  const lines = details.map((each, i) => {
    const part = Object.assign({}, whole, { amount_minor: amounts[i] ?? 0n })
    return Object.assign(describe(part, entry, each), { direction: directionOf(each, no) ?? direction })
  })
  const collective = describeCollective(whole, entry, count)
  if (amounts.includes(undefined)) return [collective]
  const fee = feeIn({ whole, entry, details, currency, paid_minor: -sumOf(lines) })
  if (fee === undefined && sumOf(lines) !== sumOf([collective])) return [collective]
  return [...lines.filter((line) => line.amount_minor > 0n), ...(fee === undefined ? [] : [fee])]
}

interface Parts {
  readonly whole: EntryFields
  readonly entry: XmlElement
  readonly details: readonly XmlElement[]
  readonly currency: string
  /** What the payments in it add up to. */
  readonly paid_minor: bigint
}

/**
 * What a bank takes for payments together with them, as its own line: what the entry is above the payments in it, if the bank
 * states just that as its charges, or states none beside one payment. Otherwise undefined: it is not said what the rest is.
 */
function feeIn({ whole, entry, details, currency, paid_minor }: Parts): BankLine | undefined {
  const fee_minor = whole.amount_minor - paid_minor
  if (whole.direction !== 'debit' || whole.reversal || paid_minor <= 0n || fee_minor <= 0n) return undefined
  const of_entry = chargesOf(entry, currency)
  const ofDetails = details.reduce((sum, each) => sum + chargesOf(each, currency), 0n)
  const isFee = [of_entry, ofDetails, of_entry + ofDetails].includes(fee_minor)
  const isUnsaid = of_entry + ofDetails === 0n && details.length === 1
  if (!isFee && !isUnsaid) return undefined
  return feeLine(whole, fee_minor)
}

/** What one payment may be without the bank's charges: its amount, what was instructed, or the entry without charges said to be in it. */
function amountsOfOne(
  details: XmlElement,
  { amount_minor }: EntryFields,
  entry: XmlElement,
  currency: string,
  no: number,
): bigint[] {
  const instructed = child(details, 'AmtDtls/InstdAmt/Amt')
  const isOurs = instructed !== undefined && currencyOf(instructed) === currency
  const included = [entry, details].filter((each) =>
    children(each, 'Chrgs').some((charges) => isTrue(charges, 'Rcrd/ChrgInclInd', 'ChrgInclInd')),
  )
  return [
    amountOfDetails(details, currency, no) ?? [],
    isOurs ? readDecimal(textOf(instructed), no) : [],
    included.map((each) => amount_minor - chargesOf(each, currency)),
  ].flat(2)
}

/** In records since version 3; before that one amount each. */
function chargesOf(element: XmlElement, currency: string): bigint {
  const amounts = children(element, 'Chrgs').flatMap((charges) => {
    const total = child(charges, 'TtlChrgsAndTaxAmt') ?? child(charges, 'Amt')
    return total ?? children(charges, 'Rcrd').flatMap((record) => child(record, 'Amt') ?? [])
  })
  return amounts
    .filter((amount) => currencyOf(amount) === currency)
    .reduce((sum, amount) => sum + readDecimal(textOf(amount), 'Chrgs'), 0n)
}

/** How many payments the bank has booked together, where it lists them, or says how many, or both. */
function paymentsIn(part: XmlElement): number {
  const stated = Number(textAt(part, 'Btch/NbOfTxs') ?? 0)
  return Math.max(children(part, 'TxDtls').length, Number.isSafeInteger(stated) ? stated : 0)
}

/**
 * Payments booked together whose amounts the bank does not state, or states so that they do not add up: nobody is credited by
 * the text of one of them, and two people decide on the whole.
 */
function describeCollective(whole: EntryFields, entry: XmlElement, count: number): BankLine {
  const line = describe(whole, entry, undefined)
  return whole.direction === 'debit' ? line : { ...line, remittance: collectiveText(count, line.remittance) }
}

function describe(whole: EntryFields, entry: XmlElement, details: XmlElement | undefined): BankLine {
  const references = details && child(details, 'Refs')
  const batches = children(entry, 'NtryDtls').flatMap(
    (each) => textAt(each, 'Btch/PmtInfId', 'Btch/MsgId') ?? [],
  )
  return {
    ...whole,
    bank_reference: textAt(references, 'AcctSvcrRef') ?? whole.bank_reference,
    end_to_end_id: named(textAt(references, 'EndToEndId')) ?? ourInstruction(whole, references),
    batch_id: textAt(references, 'PmtInfId', 'MsgId') ?? batches[0] ?? null,
    remittance: remittanceOf(entry, details),
    ...counterpartyOf(details, whole.direction),
    counterparty_swift: bankOf(details, whole.direction),
    return_reason: textAt(details, 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry', 'RtrInf/AddtlInf') ?? null,
  }
}

/** Some banks leave out the end-to-end id of what we have ordered, and name it by the instruction id, which is the same. */
function ourInstruction({ direction }: EntryFields, references: XmlElement | undefined): string | null {
  if (direction !== 'debit') return null
  const ids = [textAt(references, 'InstrId'), textAt(references, 'TxId')]
  return named(ids.find((id) => id !== undefined && PAID_OUT.some((prefix) => readReference(prefix, id))))
}

/** The remittance texts, the most likely first. */
function remittanceOf(entry: XmlElement, details: XmlElement | undefined): string {
  const remittance = details && child(details, 'RmtInf')
  const structured = children(remittance, 'Strd').flatMap((each) =>
    [textAt(each, 'CdtrRefInf/Ref')].concat(children(each, 'AddtlRmtInf').map(textOf)),
  )
  const texts = [
    ...children(remittance, 'Ustrd').map(textOf),
    ...structured,
    textAt(details, 'AddtlTxInf'),
    textAt(entry, 'AddtlNtryInf'),
  ]
  return texts
    .filter((text) => text !== undefined)
    .join(' ')
    .slice(0, MAX_TEXT_LENGTH)
}

/** The counterparty; since version 8 it is nested one element deeper. */
function counterpartyOf(details: XmlElement | undefined, direction: BankLine['direction']) {
  const parties = details && child(details, 'RltdPties')
  const side = direction === 'credit' ? 'Dbtr' : 'Cdtr'
  const name = textAt(parties, `${side}/Nm`, `${side}/Pty/Nm`, `Ultmt${side}/Nm`)
  const account = textAt(parties, `${side}Acct/Id/IBAN`, `${side}Acct/Id/Othr/Id`)
  return {
    counterparty_name: name?.slice(0, 140) ?? null,
    counterparty_account: account?.replace(/\s/g, '').slice(0, 40) ?? null,
  }
}

function bankOf(details: XmlElement | undefined, direction: BankLine['direction']): string | null {
  const agent = `RltdAgts/${direction === 'credit' ? 'Dbtr' : 'Cdtr'}Agt/FinInstnId`
  const bic = textAt(details, `${agent}/BICFI`, `${agent}/BIC`)?.toUpperCase()
  return bic !== undefined && BIC.test(bic) ? bic : null
}

/** Some banks write it in small letters. */
const currencyOf = (amount: XmlElement): string | undefined => attribute(amount, 'Ccy')?.toUpperCase()

function amountOf(entry: XmlElement, currency: string, no: number): bigint {
  const amount = child(entry, 'Amt')
  if (amount === undefined) throw unreadable('missing', `Ntry ${no} Amt`)
  const own = currencyOf(amount)
  if (own === undefined) throw unreadable('missing', `Ntry ${no} Ccy`)
  if (own !== currency)
    throw refuse('bank_file_is_in_another_currency', { line: no, currency: own.slice(0, 3) })
  return readDecimal(textOf(amount), no)
}

/** The amount of one transaction of an entry; explicit since version 4, before that in its amount details. */
function amountOfDetails(details: XmlElement, currency: string, no: number): bigint | undefined {
  const amount = child(details, 'Amt') ?? child(details, 'AmtDtls/TxAmt/Amt')
  if (amount === undefined || currencyOf(amount) !== currency) return undefined
  return readDecimal(textOf(amount), no)
}

function directionOf(element: XmlElement, where: string | number): BankLine['direction'] | undefined {
  const indicator = textAt(element, 'CdtDbtInd')
  if (indicator === undefined) return undefined
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw unreadable('missing', `${where} CdtDbtInd`)
  return indicator === 'CRDT' ? 'credit' : 'debit'
}

function isCredit(element: XmlElement, where: string | number): boolean {
  const direction = directionOf(element, where)
  if (direction === undefined) throw unreadable('missing', `${where} CdtDbtInd`)
  return direction === 'credit'
}

const named = (id: string | undefined): string | null =>
  id === undefined || id === 'NOTPROVIDED' ? null : id.slice(0, 100)
