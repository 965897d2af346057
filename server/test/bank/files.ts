// Bank files for tests: camt.053 in the versions in use, pain.002, and the account they are about.
import { OUR_IBAN } from '../payments.ts'

/** The account of receiveAt() in payments.ts. */
export const OURS = OUR_IBAN.replaceAll(' ', '')

export interface Line {
  /** Decimal; negative for debits. */
  readonly amount: string
  readonly day?: string
  readonly ref?: string
  readonly e2e?: string
  /** InstrId, our own id of the payment beside the end-to-end one. */
  readonly instr?: string
  /** The booking as an instant instead of a day. */
  readonly at?: string
  readonly text?: string
  readonly name?: string
  readonly iban?: string
  /** Instead of an IBAN. */
  readonly account_number?: string
  /** Of the counterparty's bank. */
  readonly bic?: string
  readonly reversal?: boolean
  readonly returned?: string
  readonly currency?: string
  readonly status?: string
  /** What the transaction is over, where the entry's amount has the bank's charges in it too. */
  readonly paid?: string
  /** XML of the charges, in the entry or in its transaction. */
  readonly entry_charges?: string
  readonly charges?: string
  /** Transactions of a batch, instead of the line's own details. */
  readonly batch?: readonly Line[]
  readonly batch_id?: string
}

export interface Sheet {
  readonly version?: string
  readonly id?: string
  readonly day?: string
  readonly opening?: string
  /** Computed from the lines by default. */
  readonly closing?: string
  readonly account?: string
  readonly currency?: string
  readonly lines: readonly Line[]
}

const cents = (decimal: string): number => Math.round(Number(decimal) * 100)
const unsigned = (decimal: string): string => decimal.replace(/^-/, '')
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const tag = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`
const side = (decimal: string): string => (decimal.startsWith('-') ? 'DBIT' : 'CRDT')

/** A camt.053 with one statement. Versions before 4 have no amount in a transaction, those before 8 no `Pty`. */
export function camt053(sheet: Sheet): string {
  const {
    version = '02',
    id = 'ST-1',
    day = '2026-11-20',
    opening = '1000.00',
    currency = 'USD',
    lines,
  } = sheet
  const booked = lines.filter(({ status = 'BOOK' }) => status === 'BOOK')
  const sum = booked.reduce((total, { amount }) => total + cents(amount), cents(opening))
  const closing = sheet.closing ?? (sum / 100).toFixed(2)
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${unsigned(amount)}</Amt>` +
    `<CdtDbtInd>${side(amount)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = (line: Line) => entryOf(line, { version: Number(version), day, currency })
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">` +
    `<BkToCstmrStmt><GrpHdr><MsgId>M-${id}</MsgId><CreDtTm>${day}T22:00:00</CreDtTm></GrpHdr><Stmt><Id>${id}</Id>` +
    `<CreDtTm>${day}T22:00:00</CreDtTm><Acct><Id><IBAN>${sheet.account ?? OURS}</IBAN></Id></Acct>` +
    `${balance('OPBD', opening)}${balance('CLBD', closing)}${lines.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`
  )
}

interface FileContext {
  readonly version: number
  readonly day: string
  readonly currency: string
}

function entryOf(line: Line, context: FileContext): string {
  const { amount, day = context.day, currency = context.currency, status = 'BOOK' } = line
  const { version } = context
  const details = (line.batch ?? [line]).map((each) => detailsOf(each, context)).join('')
  return (
    `<Ntry><Amt Ccy="${currency}">${unsigned(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd>` +
    tag('RvslInd', line.reversal === true ? 'true' : undefined) +
    `<Sts>${version >= 8 ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt>${line.at === undefined ? tag('Dt', day) : tag('DtTm', line.at)}</BookgDt><ValDt><Dt>${day}</Dt></ValDt>` +
    tag('AcctSvcrRef', line.ref) +
    (line.entry_charges ?? '') +
    `<BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>` +
    `<NtryDtls>${line.batch_id === undefined ? '' : `<Btch><PmtInfId>${line.batch_id}</PmtInfId></Btch>`}${details}</NtryDtls></Ntry>`
  )
}

function detailsOf(line: Line, { version, currency }: FileContext): string {
  const own = line.currency ?? currency
  const amount = `<Amt Ccy="${own}">${unsigned(line.paid ?? line.amount)}</Amt>`
  const who = line.amount.startsWith('-') ? 'Cdtr' : 'Dbtr'
  const name = line.name === undefined ? undefined : tag('Nm', escaped(line.name))
  const party = name === undefined ? '' : tag(who, version >= 8 ? tag('Pty', name) : name)
  const number =
    line.iban === undefined
      ? line.account_number && tag('Othr', tag('Id', line.account_number))
      : tag('IBAN', line.iban)
  const account = number === undefined ? '' : tag(`${who}Acct`, tag('Id', number))
  const bic = line.bic === undefined ? undefined : tag(version >= 8 ? 'BICFI' : 'BIC', line.bic)
  return (
    `<TxDtls><Refs>${tag('AcctSvcrRef', line.ref)}${tag('InstrId', line.instr)}<EndToEndId>${line.e2e ?? 'NOTPROVIDED'}</EndToEndId></Refs>` +
    (version >= 4
      ? `${amount}<CdtDbtInd>${side(line.amount)}</CdtDbtInd>`
      : `<AmtDtls><TxAmt>${amount}</TxAmt></AmtDtls>`) +
    (line.charges ?? '') +
    tag('RltdPties', party + account === '' ? undefined : party + account) +
    tag('RltdAgts', bic === undefined ? undefined : tag(`${who}Agt`, tag('FinInstnId', bic))) +
    tag('RmtInf', line.text === undefined ? undefined : tag('Ustrd', escaped(line.text))) +
    tag('RtrInf', line.returned === undefined ? undefined : `<Rsn><Cd>${line.returned}</Cd></Rsn>`) +
    `</TxDtls>`
  )
}

export interface Report {
  readonly reference: string
  /** Status of the whole file. */
  readonly group?: string
  readonly payments?: readonly {
    readonly e2e: string
    /** None if it is empty. */
    readonly status: string
    readonly reason?: string
    /** What the report repeats of the payment. */
    readonly amount?: string
  }[]
  /** Of the part, beside its payments; by default the one of payments outside SEPA. */
  readonly part?: { readonly id?: string; readonly status?: string }
  /** What it repeats of the file. */
  readonly count?: string
  readonly sum?: string
}

/** A pain.002 about one of our payment files. */
export const pain002 = (
  { reference, group, payments = [], part = {}, count, sum }: Report,
  version = '03',
): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt>` +
  `<GrpHdr><MsgId>R-1</MsgId><CreDtTm>2026-11-21T10:00:00</CreDtTm></GrpHdr>` +
  `<OrgnlGrpInfAndSts><OrgnlMsgId>${reference}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.03</OrgnlMsgNmId>${tag('OrgnlNbOfTxs', count)}${tag('OrgnlCtrlSum', sum)}${tag('GrpSts', group)}</OrgnlGrpInfAndSts>` +
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${part.id ?? `${reference}-2`}</OrgnlPmtInfId>${tag('PmtInfSts', part.status)}` +
  payments
    .map(
      ({ e2e, status, reason, amount }) =>
        `<TxInfAndSts><OrgnlEndToEndId>${e2e}</OrgnlEndToEndId>${tag('TxSts', status || undefined)}` +
        (reason === undefined ? '' : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`) +
        `${amount === undefined ? '' : `<OrgnlTxRef><Amt><InstdAmt Ccy="USD">${amount}</InstdAmt></Amt></OrgnlTxRef>`}</TxInfAndSts>`,
    )
    .join('') +
  `</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
