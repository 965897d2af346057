// Generates a bank statement (camt.053 version 8) of our account for one day.
import { formatMoney } from '@fairturn/contract/minor-units'
import { OUR_IBAN } from './world.ts'

export interface Line {
  /** Minor units; negative for a debit. */
  readonly amount_minor: bigint
  readonly reference: string
  /** ISO 20022 return reason of a returned payment. */
  readonly returned?: string
}

const unsigned = (minor: bigint): string => formatMoney(minor < 0n ? -minor : minor)
const side = (minor: bigint): string => (minor < 0n ? 'DBIT' : 'CRDT')

export function camt053(sheet: {
  id: string
  /** `2026-11-20`; there is one statement a day. */
  day: string
  opening_minor: bigint
  closing_minor: bigint
  lines: readonly Line[]
}): string {
  const { id, day, opening_minor, closing_minor, lines } = sheet
  const balance = (code: string, minor: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${unsigned(minor)}</Amt>` +
    `<CdtDbtInd>${side(minor)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const entries = lines.map((line, i) => entryOf(line, day, `${id}-${i}`))
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">` +
    `<BkToCstmrStmt><GrpHdr><MsgId>M-${id}</MsgId><CreDtTm>${day}T22:00:00</CreDtTm></GrpHdr><Stmt><Id>${id}</Id>` +
    `<CreDtTm>${day}T22:00:00</CreDtTm><Acct><Id><IBAN>${OUR_IBAN}</IBAN></Id></Acct>` +
    `${balance('OPBD', opening_minor)}${balance('CLBD', closing_minor)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  )
}

function entryOf({ amount_minor, reference, returned }: Line, day: string, no: string): string {
  const amount = `<Amt Ccy="USD">${unsigned(amount_minor)}</Amt><CdtDbtInd>${side(amount_minor)}</CdtDbtInd>`
  const why = returned === undefined ? '' : `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>`
  return (
    `<Ntry>${amount}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>` +
    `<AcctSvcrRef>${no}</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><NtryDtls><TxDtls>` +
    `<Refs><AcctSvcrRef>${no}</AcctSvcrRef><EndToEndId>${amount_minor < 0n || returned !== undefined ? reference : 'NOTPROVIDED'}</EndToEndId></Refs>` +
    `${amount}<RmtInf><Ustrd>${reference}</Ustrd></RmtInf>${why}</TxDtls></NtryDtls></Ntry>`
  )
}
