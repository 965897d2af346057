// The bank of the demo: its statements (camt.053) of the receiving account, which belongs to nobody, each imported by one
// operator and confirmed by another, so that every payment by bank is a line of a statement.
import { formatMoney } from '@fairturn/contract/minor-units'
import {
  confirmStatement,
  importStatements,
  openingBalance,
  proposeOpeningBalance,
} from '../banking/banking.ts'
import { approveProposal, getProposal } from '../staff/staff.ts'
import { DEMO_ACCOUNT } from './dataset.ts'
import type { DemoHistory } from './demo-history.ts'
import { demoActor, demoOperator } from './staff.ts'

/** The house's own money in the account, before anybody's. */
const OWN_MONEY_MINOR = 500_00n

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

const closingOf = ({ opening_minor, lines }: BankFile): bigint =>
  lines.reduce((sum, { amount_minor }) => sum + amount_minor, opening_minor)

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const amountOf = (minor: bigint): string =>
  `<Amt Ccy="USD">${formatMoney(minor < 0n ? -minor : minor)}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

function bankFile(file: BankFile): Buffer {
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

export interface DemoBank {
  /** Imports the next statement and has a colleague confirm it; what is due is settled. Returns its id. */
  book(day: string, lines: readonly BankFileLine[]): Promise<string>
  /** The same, and nobody has confirmed it yet. */
  import(day: string, lines: readonly BankFileLine[]): Promise<void>
  /** Two people book what the first statement opened with. */
  bookOpening(): Promise<void>
}

/** `settle` runs what is due, such as the matching of bank lines. */
export function openDemoBank({ database }: DemoHistory, settle: () => Promise<void>): DemoBank {
  let opening_minor = OWN_MONEY_MINOR
  async function importNext(day: string, lines: readonly BankFileLine[]) {
    const file = { id: `DEMO-${day}`, day, opening_minor, lines }
    opening_minor = closingOf(file)
    const actor = await demoActor(database, 'demo.finance')
    const bytes = bankFile(file)
    const [imported] = await importStatements(database, { bytes, name: `${file.id}.xml`, actor })
    return { file, statement_id: imported!.statement.id }
  }
  return {
    async book(day, lines) {
      const { file, statement_id } = await importNext(day, lines)
      const actor = await demoActor(database, 'demo.owner')
      // What a bank would show.
      const answers = {
        closing: closingOf(file),
        credits: lines.reduce((sum, { amount_minor: minor }) => sum + (minor > 0n ? minor : 0n), 0n),
        lines: lines.map(({ text, name, iban }, i) => ({
          line_no: i + 1,
          reference: text,
          payer: iban ?? name,
        })),
      }
      const confirmation = { statement_id, answers, actor }
      const { right } = await database.transaction((tx) => confirmStatement(tx, confirmation))
      if (!right) throw new Error(`what was typed of the demo's statement of ${day} is wrong`)
      await settle()
      return statement_id
    },
    async import(day, lines) {
      await importNext(day, lines)
    },
    async bookOpening() {
      const proposer = await demoOperator(database, 'demo.finance')
      const operator = await demoOperator(database, 'demo.owner')
      const reason = 'Our own money, paid in before the first member.'
      const proposal_id = await database.transaction((tx) => proposeOpeningBalance(tx, reason, proposer))
      const { content_hash } = await getProposal(database, proposal_id)
      const approval = { proposal_id, content_hash: content_hash.toString('hex'), operator }
      await approveProposal(database, [openingBalance], approval)
    },
  }
}
