// The bank files of the demo: camt.053 of the receiving account, which belongs to nobody.
import { formatMoney } from '@fairturn/contract/money'
import { DEMO_ACCOUNT } from './dataset.ts'

export interface BankFileLine {
  /** Minor units; negative for debits. */
  readonly amount_minor: bigint
  readonly text: string
  readonly name: string
  readonly iban?: string
}

interface BankFile {
  readonly id: string
  /** `2026-11-20`. */
  readonly day: string
  readonly opening_minor: bigint
  readonly lines: readonly BankFileLine[]
}

export const closingOf = ({ opening_minor, lines }: BankFile): bigint =>
  lines.reduce((sum, { amount_minor }) => sum + amount_minor, opening_minor)

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const amountOf = (minor: bigint): string =>
  `<Amt Ccy="USD">${formatMoney(minor < 0n ? -minor : minor)}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

export function bankFile(file: BankFile): Buffer {
  const { id, day, opening_minor, lines } = file
  const balance = (code: string, minor: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountOf(minor)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">` +
      `<BkToCstmrStmt><GrpHdr><MsgId>M-${id}</MsgId><CreDtTm>${day}T22:00:00</CreDtTm></GrpHdr><Stmt><Id>${id}</Id>` +
      `<CreDtTm>${day}T22:00:00</CreDtTm><Acct><Id><IBAN>${DEMO_ACCOUNT}</IBAN></Id></Acct>` +
      balance('OPBD', opening_minor) +
      balance('CLBD', closingOf(file)) +
      lines.map((line, i) => entryOf(line, day, `${id}-${i + 1}`)).join('') +
      `</Stmt></BkToCstmrStmt></Document>`,
  )
}

function entryOf({ amount_minor, text, name, iban }: BankFileLine, day: string, reference: string): string {
  const who = amount_minor < 0n ? 'Cdtr' : 'Dbtr'
  const account = iban === undefined ? '' : `<${who}Acct><Id><IBAN>${iban}</IBAN></Id></${who}Acct>`
  return (
    `<Ntry>${amountOf(amount_minor)}<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>` +
    `<AcctSvcrRef>${reference}</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><NtryDtls><TxDtls>` +
    `<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>` +
    `<RltdPties><${who}><Nm>${escaped(name)}</Nm></${who}>${account}</RltdPties>` +
    `<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  )
}
